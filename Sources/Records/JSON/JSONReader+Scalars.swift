// Numbers, literals and the words that stand for them.
extension JSONReader {
    mutating func readScalar(_ byte: UInt8, _ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            try readString()
            let range = start..<offset
            scratch.withUnsafeBufferPointer { handler.string($0, at: range) }
        } else if byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) {
            try readNumber(&handler)
        } else if isWord(byte) {
            try readLiteral(&handler)
        } else if dialect == .script, byte == UInt8(ascii: "!") {
            try readNegation(&handler)
        } else {
            try stop("expected a value, found \(found)", at: offset..<offset + 1)
        }
    }

    mutating func readNumber(_ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        while let byte = peek, isWord(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".") {
            offset += 1
        }
        let digits = UnsafeBufferPointer(rebasing: text[start..<offset])
        let written = String(decoding: digits, as: UTF8.self)
        if Number(written) != nil {
            handler.number(digits, at: start..<offset)
        } else {
            if dialect == .script {
                try stop("\(written) is not a number as JSON writes it", at: start..<offset)
            }
            try note("\(written) is not a number as JSON writes it", at: start..<offset)
            if dialect == .repaired {
                handler.string(digits, at: start..<offset)
            } else {
                handler.null(at: start..<offset)
            }
        }
    }

    mutating func readLiteral(_ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        let word = String(decoding: readWord(), as: UTF8.self)
        switch word {
        case "true": handler.boolean(true, at: start..<offset)
        case "false": handler.boolean(false, at: start..<offset)
        case "null": handler.null(at: start..<offset)
        case "undefined" where dialect == .script: handler.null(at: start..<offset)
        default:
            if dialect == .script || dialect == .repaired && !["undefined", "NaN"].contains(word) {
                try stop("expected a value, found \(word)", at: start..<offset)
            }
            let help = ["true", "false", "null"].first { $0 == word.lowercased() } ?? "\"\(word)\""
            try note("expected a value, found \(word)", at: start..<offset, "write \(help)")
            handler.null(at: start..<offset)
        }
    }

    /// Reads `!0` and `!1`, which is how scripts made small write true and false.
    mutating func readNegation(_ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        offset += 1
        guard let byte = peek, byte == UInt8(ascii: "0") || byte == UInt8(ascii: "1") else {
            try stop("expected a value, found \"!\"", at: start..<start + 1)
        }
        offset += 1
        handler.boolean(byte == UInt8(ascii: "0"), at: start..<offset)
    }

    mutating func readWord() -> Slice<UnsafeBufferPointer<UInt8>> {
        let start = offset
        while let byte = peek, isWord(byte) { offset += 1 }
        return text[start..<offset]
    }
}
