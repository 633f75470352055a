/// Pseudo-random numbers, the same in each run (SplitMix64).
struct Randomness: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// Generates random pages with many features that selectors distinguish.
struct GeneratedPages {
    var random: Randomness

    /// A page with approximately the given number of elements; some are deep, some wide, some in quirks mode.
    mutating func page(size: Int) -> String {
        let doctype = random.chance(70) ? "<!DOCTYPE html>" : ""
        let shape = random.below(4)
        var text = doctype + "<html" + attributes() + "><head><title>t</title></head><body>"
        var open: [String] = []
        for _ in 0..<size {
            let close = shape == 0 ? 10 : shape == 1 ? 70 : 45
            while !open.isEmpty, random.chance(close) { text += "</\(open.removeLast())>" }
            let name = random.pick(["div", "span", "b", "section", "i", "h2", "my-x"])
            text += "<\(name)\(attributes())>"
            open.append(name)
            if random.chance(30) { text += random.pick(["x", "xy ", " ", "Yx", "\n", "<!--c-->", "é"]) }
        }
        while let name = open.popLast() { text += "</\(name)>" }
        return text + "</body></html>"
    }

    private mutating func attributes() -> String {
        var text = ""
        if random.chance(45) {
            let classes = (0..<(1 + random.below(3))).map { _ in random.pick(["a", "b", "c", "A", "ab", "é"])
            }
            text += " class=\"\(classes.joined(separator: random.pick([" ", "\n", "  "])))\""
        }
        if random.chance(15) { text += " id=\(random.pick(["p", "q", "P", "r"]))" }
        if random.chance(20) {
            text += " data-x=\"\(random.pick(["a", "ab", "a b", "b-a", "", "A", "ba"]))\""
        }
        if random.chance(10) { text += " type=\"\(random.pick(["a", "A", "b"]))\"" }
        if random.chance(8) { text += " lang=\(random.pick(["en", "en-GB", "de", "de-Latn-DE"]))" }
        return text
    }
}

/// Generates random selectors that the grammar allows.
struct GeneratedSelectors {
    var random: Randomness

    mutating func list(depth: Int = 3) -> String {
        joined(", ", 1 + (random.chance(25) ? random.below(3) : 0)) { generator in
            var text = generator.random.chance(12) ? generator.random.pick(["> ", "+ ", "~ "]) : ""
            text += generator.complex(depth)
            if generator.random.chance(8) {
                text += generator.random.pick(["::text", "::attr(id)", "::name"])
            }
            return text
        }
    }

    private mutating func joined(
        _ separator: String,
        _ count: Int,
        _ part: (inout GeneratedSelectors) -> String
    ) -> String {
        var parts: [String] = []
        for _ in 0..<count { parts.append(part(&self)) }
        return parts.joined(separator: separator)
    }

    private mutating func complex(_ depth: Int) -> String {
        var text = compound(depth)
        while random.chance(45) {
            text += random.pick([" ", " ", " > ", ">", " + ", " ~ ", "~"]) + compound(depth)
        }
        return text
    }

    private mutating func compound(_ depth: Int) -> String {
        var text = ""
        if random.chance(55) {
            text += random.pick([
                "div", "span", "b", "section", "i", "*", "DIV", "*|*", "*|b", "my-x", "h2", "body",
            ])
        }
        let count = text.isEmpty ? 1 + random.below(2) : random.below(2)
        for _ in 0..<count { text += simple(depth) }
        return text
    }

    private mutating func simple(_ depth: Int) -> String {
        switch random.below(10) {
        case 0, 1, 2: "." + random.pick(["a", "b", "c", "A", "ab", "é"])
        case 3: "#" + random.pick(["p", "q", "P"])
        case 4: attribute()
        case 5, 6: structural(depth)
        default: depth > 0 ? function(depth - 1) : structural(0)
        }
    }

    private mutating func attribute() -> String {
        if random.chance(15) {
            return random.pick(["[data-x]", "[CLASS]", "[^data-]", "[*]", "[*|id]", "[|lang]"])
        }
        let name = random.pick(["data-x", "type", "class", "id", "Data-X"])
        let operation = random.pick(["=", "~=", "|=", "^=", "$=", "*=", "!="])
        let value = random.pick(["a", "b", "\"ab\"", "'A'", "\"\"", "\"a b\""])
        return "[\(name)\(operation)\(value)\(random.pick(["", "", "", " i", " s"]))]"
    }

    private mutating func structural(_ depth: Int) -> String {
        if random.chance(50) {
            return ":"
                + random.pick([
                    "first-child", "last-child", "only-child", "first-of-type", "last-of-type",
                    "only-of-type",
                    "root", "empty", "scope", "parent", "blank", "header", "hover", "first", "last", "even",
                ])
        }
        let kind = random.pick(["nth-child", "nth-last-child", "nth-of-type", "nth-last-of-type"])
        let formula = random.pick(["odd", "even", "2", "1", "3n+1", "-n+2", "n+2", "2n", "-2n+5", "6"])
        let of = kind.hasSuffix("child") && depth > 0 && random.chance(30) ? " of " + inner(depth - 1) : ""
        return ":\(kind)(\(formula)\(of))".replacingPositions(when: !of.isEmpty)
    }

    private mutating func function(_ depth: Int) -> String {
        switch random.below(7) {
        case 0: ":is(\(inner(depth)))"
        case 1: ":where(\(inner(depth)))"
        case 2: ":not(\(inner(depth)))"
        case 3, 4: relative(depth).replacingPositions(when: true)
        case 5: ":contains(\(random.pick(["x", "\"xy\"", "\" \"", "\"Y\""])))"
        default: ":lang(\(random.pick(["en", "\"*-DE\"", "de", "\"de-DE\"", "\"\""])))"
        }
    }

    private mutating func inner(_ depth: Int) -> String {
        joined(", ", 1 + random.below(2)) { $0.complex(depth) }
    }

    private mutating func relative(_ depth: Int) -> String {
        let list = joined(", ", 1 + random.below(2)) { generator in
            generator.random.pick(["", "", "> ", "+ ", "~ "]) + generator.complex(depth)
        }
        return ":has(\(list))"
    }
}

extension String {
    /// Replaces the pseudo-classes that are not valid everywhere.
    fileprivate func replacingPositions(when isNeeded: Bool) -> String {
        guard isNeeded else { return self }
        var text = self
        for name in ["first", "last", "even"] {
            for end in [")", ",", " ", ".", ":", "#", "[", ">", "~"] {
                text = text.split(separator: ":\(name)\(end)", omittingEmptySubsequences: false)
                    .joined(separator: ":root\(end)")
            }
        }
        return text
    }
}
