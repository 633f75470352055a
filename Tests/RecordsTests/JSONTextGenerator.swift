/// Makes JSON texts as careless people may write them, the same for the same seed: white space, comments and
/// trailing commas anywhere.
struct JSONTextGenerator {
    private var state: UInt64
    private let hasComments: Bool
    private var comments = 0

    init(seed: UInt64, hasComments: Bool = true) {
        state = seed
        self.hasComments = hasComments
    }

    mutating func text() -> String {
        space() + value(depth: 0) + space()
    }

    /// A number below `limit` (SplitMix64).
    private mutating func random(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((z ^ (z >> 31)) % UInt64(limit))
    }

    private mutating func value(depth: Int) -> String {
        switch random(depth > 6 ? 4 : 9) {
        case 0: return ["true", "false", "null"][random(3)]
        case 1: return ["1.10", "-0", "1e5", "12"][random(4)]
        case 2, 3: return string()
        case 4, 5, 6:
            return list("{", "}") { "\"\($1)\"" + $0.space() + ":" + $0.space() + $0.value(depth: depth + 1) }
        default: return list("[", "]") { generator, _ in generator.value(depth: depth + 1) }
        }
    }

    private mutating func string() -> String {
        let texts = ["", "a // b", "/* c", "*/", "\\\"", "\\\\", "é, ü", "{[", "a: b", "\\u0041"]
        return "\"" + texts[random(texts.count)]
            + String(repeating: "x", count: random(12) == 0 ? 60 : random(6)) + "\""
    }

    private mutating func list(
        _ open: String,
        _ close: String,
        _ element: (inout JSONTextGenerator, Int) -> String
    ) -> String {
        var text = open + space()
        let count = random(5)
        for index in 0..<count {
            text += element(&self, index) + space()
            if index < count - 1 || random(4) == 0 { text += "," + space() }
        }
        return text + close
    }

    /// White space with comments, perhaps nothing.
    private mutating func space() -> String {
        var text = ""
        for _ in 0..<random(4) {
            switch random(hasComments ? 10 : 7) {
            case 0, 1, 2: text += [" ", "  ", "\t"][random(3)]
            case 3, 4: text += "\n"
            case 5: text += "\r\n\n"
            case 6: text += "\n    "
            case 7: text += "// \(comment())" + ["", " ", " \r"][random(3)] + "\n"
            case 8: text += "/* \(comment()) */"
            default: text += "/* \(comment())\n      * \(comment())  \n*/"
            }
        }
        return text
    }

    private mutating func comment() -> String {
        comments += 1
        return "c\(comments)" + ["", " \"", " // x", " {", ","][random(5)]
    }
}
