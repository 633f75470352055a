import DOM
import Records

/// A literal of JavaScript that stands in a script behind a known text: `window.__STATE__ = {…};`.
struct ScriptLiteral: Sendable {
    /// What stands before it, as the rules file writes it.
    let lead: String
    /// The lead without white space, which does not count.
    private let bytes: [UInt8]

    init(after lead: String) {
        self.lead = lead
        bytes = lead.utf8.filter { !ScriptLiteral.isSpace($0) }
    }

    /// How the literal becomes a tree of JSON; what follows it does not count.
    var function: Decoder.Function {
        .data(root: "json") { text, builder, limits throws(ParseError) in
            try JSONTree.buildLiteral(text, from: offset(in: text) ?? text.count, &builder, limits)
        }
    }

    /// Where the literal begins, `nil` where there is none: the first place where something that can be one
    /// follows the lead.
    func offset(in text: [UInt8]) -> Int? {
        guard let first = bytes.first else { return nil }
        var start = 0
        while let found = text[start...].firstIndex(of: first) {
            if let end = end(of: found, in: text) {
                let value = text[end...].firstIndex { !ScriptLiteral.isSpace($0) }
                if let value, ScriptLiteral.startsValue(text[value]) { return value }
            }
            start = found + 1
        }
        return nil
    }

    /// The offset behind the lead where it stands at `start`.
    private func end(of start: Int, in text: [UInt8]) -> Int? {
        var offset = start
        for byte in bytes {
            while offset < text.count, ScriptLiteral.isSpace(text[offset]) { offset += 1 }
            guard offset < text.count, text[offset] == byte else { return nil }
            offset += 1
        }
        return offset
    }

    private static func startsValue(_ byte: UInt8) -> Bool {
        "{[\"'-0123456789tfnu!".utf8.contains(byte)
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
