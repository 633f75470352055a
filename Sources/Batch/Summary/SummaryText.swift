/// A summary in lines for people.
package struct SummaryText {
    private let summary: RunSummary

    package init(_ summary: RunSummary) {
        self.summary = summary
    }

    /// The lines: pages, records of each type with the fill rate of each field, what was left out, the slowest pages.
    package var lines: [String] {
        var lines = [pages]
        for (reason, count) in summary.leftOut.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            lines.append("left out \(SummaryText.count(count)): \(reason)")
        }
        for (name, rules) in summary.rules.sorted(by: { $0.key < $1.key }) {
            let failed = rules.failed == 0 ? "" : ", \(SummaryText.count(rules.failed)) failed"
            lines.append(
                "\(name): \(SummaryText.count(rules.pages)) \(rules.pages == 1 ? "page" : "pages")\(failed)"
            )
            for type in rules.names { lines += self.lines(type, rules.types[type]) }
        }
        if summary.pages > 1, !summary.slowest.isEmpty {
            lines.append("slowest pages")
            for page in summary.slowest {
                lines.append("  \(SummaryText.number(page.milliseconds, digits: 1)) ms  \(page.name)")
            }
        }
        return lines
    }

    private var pages: String {
        var parts = ["\(SummaryText.count(summary.pages)) \(summary.pages == 1 ? "page" : "pages")"]
        if summary.before.pages > 0 {
            parts.append("\(SummaryText.count(summary.before.pages)) of them done before")
        }
        parts.append("\(SummaryText.count(summary.failed)) failed")
        if summary.warnings > 0 {
            parts.append(
                "\(SummaryText.count(summary.warnings)) \(summary.warnings == 1 ? "warning" : "warnings")"
            )
        }
        var line = parts.joined(separator: ", ")
        if summary.seconds > 0 {
            let rate = Double(summary.pages - summary.before.pages) / summary.seconds
            let speed = Double(summary.bytes &- summary.before.bytes) / summary.seconds / 1e6
            line +=
                " in \(SummaryText.number(summary.seconds, digits: 1)) s"
                + " (\(SummaryText.count(Int(rate.rounded()))) pages/s, \(SummaryText.number(speed, digits: 1)) MB/s)"
        }
        return line
    }

    private func lines(_ name: String, _ type: RunSummary.TypeSummary?) -> [String] {
        guard let type else { return [] }
        let fields = type.fields.map { "\($0) \(SummaryText.percent(type.rate(of: $0)))" }
        return ["  \(name) \(SummaryText.count(type.count))"]
            + SummaryText.wrapped(type.count == 0 ? [] : fields)
    }

    /// Words in lines of a terminal's usual width.
    private static func wrapped(_ words: [String]) -> [String] {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + word.count < 98 {
                lines[lines.count - 1] = last + ", " + word
            } else {
                lines.append("    " + word)
            }
        }
        return lines
    }

    /// A share in percent; only all is 100 %, only none 0 %.
    static func percent(_ share: Double) -> String {
        let percent = (share * 1000).rounded() / 10
        if percent >= 100, share < 1 { return "99.9%" }
        if percent <= 0, share > 0 { return "0.1%" }
        return "\(number(percent, digits: percent == percent.rounded() ? 0 : 1))%"
    }

    /// A number with its thousands parted.
    package static func count(_ count: Int) -> String {
        var digits = Array(String(count))
        var place = digits.count - 3
        while place > (count < 0 ? 1 : 0) {
            digits.insert(",", at: place)
            place -= 3
        }
        return String(digits)
    }

    static func number(_ number: Double, digits: Int) -> String {
        let scale = digits == 0 ? 1.0 : 10.0
        let whole = (number * scale).rounded()
        guard whole.magnitude < 1e15 else { return "\(number)" }
        return digits == 0 ? "\(Int(whole))" : "\(Int(whole) / 10).\(abs(Int(whole)) % 10)"
    }
}
