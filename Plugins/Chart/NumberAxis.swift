/// Axes of numbers: ticks at 1, 2 or 5 times a power of ten.
enum NumberAxis {
    /// An axis for numbers from the least to the greatest.
    ///
    /// - Parameters:
    ///   - count: how many steps there are at most.
    ///   - isRounded: whether the axis goes on to the next tick at both ends.
    static func axis(_ least: Double, _ greatest: Double, count: Int, isRounded: Bool) -> Axis {
        let magnitude = max(least.magnitude, greatest.magnitude)
        // Numbers that binary digits can hardly tell apart are one.
        guard greatest / 2 - least / 2 > magnitude * 1e-12, greatest - least > 1e-290 else {
            let padding = magnitude > 1e-290 ? magnitude / 10 : 1
            let middle = least / 2 + greatest / 2
            return axis(middle - padding, middle + padding, count: count, isRounded: isRounded)
        }
        let step = Step(span: greatest / 2 - least / 2, halves: max(count, 1))
        let first = (least / step.value).rounded(isRounded ? .down : .up)
        let last = (greatest / step.value).rounded(isRounded ? .up : .down)
        guard first.magnitude < 1e15, last.magnitude < 1e15, last >= first else {
            return Axis(range: least...greatest, ticks: [])
        }
        let ticks = (Int(first)...Int(last)).map { index in
            let multiple = index * step.digit
            return Axis.Tick(
                value: Double("\(multiple)e\(step.power)") ?? 0,
                label: label(multiple, step, magnitude)
            )
        }
        guard isRounded, let lower = ticks.first?.value, let upper = ticks.last?.value, lower < upper else {
            let inside = ticks.filter { (least...greatest).contains($0.value) }
            return Axis(range: least...greatest, ticks: inside)
        }
        return Axis(range: min(lower, least)...max(upper, greatest), ticks: ticks)
    }

    /// The distance between ticks: a digit times a power of ten.
    private struct Step {
        var digit = 1
        var power: Int

        /// The least step of which a span has no more than so many.
        ///
        /// - Parameter span: half of the span, which may be greater than the greatest number.
        init(span: Double, halves count: Int) {
            let rough = span / Double(count) * 2
            power = Step.exponent(rough)
            for digit in [1, 2, 5] {
                self.digit = digit
                if value >= rough { return }
            }
            digit = 1
            power += 1
        }

        var value: Double { Double("\(digit)e\(power)") ?? 1 }

        /// The power of ten at or below a number.
        private static func exponent(_ number: Double) -> Int {
            var power = Int((Double(number.exponent) * 0.30102999566398120).rounded(.down))
            while let next = Double("1e\(power + 1)"), next <= number { power += 1 }
            while let this = Double("1e\(power)"), this > number { power -= 1 }
            return power
        }
    }

    // MARK: - Labels

    /// A multiple of a power of ten with as many digits behind the point as the step has; with a power of ten of its
    /// own where an axis of such numbers would be all zeros.
    private static func label(_ multiple: Int, _ step: Step, _ magnitude: Double) -> String {
        if multiple == 0 { return "0" }
        let sign = multiple < 0 ? "−" : ""
        let digits = String(multiple.magnitude)
        let hasManyZeros = magnitude >= 1e9 && step.power >= 6
        let isPlain = magnitude < 1e15 && step.power > -7 && !hasManyZeros
        return sign + (isPlain ? plain(digits, step.power) : scientific(digits, step.power))
    }

    private static func plain(_ digits: String, _ power: Int) -> String {
        let padded =
            power < 0
            ? String(repeating: "0", count: max(0, 1 - power - digits.count)) + digits
            : digits + String(repeating: "0", count: power)
        let whole = power < 0 ? padded.dropLast(-power) : padded[...]
        let fraction = power < 0 ? "." + padded.suffix(-power) : ""
        return grouped(whole) + fraction
    }

    /// With commas between groups of three.
    private static func grouped(_ digits: Substring) -> String {
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }

    private static func scientific(_ digits: String, _ power: Int) -> String {
        let exponent = power + digits.count - 1
        let fraction = String(digits.dropFirst().reversed().drop { $0 == "0" }.reversed())
        let mantissa = String(digits.prefix(1)) + (fraction.isEmpty ? "" : "." + fraction)
        let raised = String(exponent).map { superscripts[$0] ?? $0 }
        return mantissa + "×10" + String(raised)
    }

    private static let superscripts: [Character: Character] = [
        "0": "⁰", "1": "¹", "2": "²", "3": "³", "4": "⁴", "5": "⁵", "6": "⁶", "7": "⁷", "8": "⁸", "9": "⁹",
        "-": "⁻",
    ]
}
