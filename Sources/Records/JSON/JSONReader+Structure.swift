// Arrays, objects, their keys, and the text around them.
extension JSONReader {
    mutating func readWholeValue(_ handler: inout some JSONHandler) throws(Stop) {
        try readValue(&handler)
        while let container = containers.last { try readNext(in: container, &handler) }
    }

    mutating func readText(_ handler: inout some JSONHandler) throws(Stop) {
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
        try readWholeValue(&handler)
        try skipSpace()
        if offset < text.count {
            try stop("expected the end of the text after its value, found \(found)", at: offset..<offset + 1)
        }
    }

    /// Reads a scalar, or the beginning of an array or object up to its first scalar.
    mutating func readValue(_ handler: inout some JSONHandler) throws(Stop) {
        while true {
            try skipSpace()
            guard let byte = peek else {
                try stop("expected a value, found the end of the text", at: offset..<offset)
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                let container: Container = byte == UInt8(ascii: "{") ? .object : .array
                try open(container, &handler)
                try skipSpace()
                try skipCommas()
                if peek == container.end { return close(container, &handler) }
                if container == .object { try readKey(&handler) }
            case UInt8(ascii: ","), UInt8(ascii: "}"):
                guard dialect == .repaired, containers.last == .object else {
                    return try readScalar(byte, &handler)
                }
                try note("a key has no value", at: offset..<offset + 1)
                return handler.null(at: offset..<offset)
            default:
                return try readScalar(byte, &handler)
            }
        }
    }

    /// Reads what follows a value inside an array or object.
    mutating func readNext(in container: Container, _ handler: inout some JSONHandler) throws(Stop) {
        try skipSpace()
        if peek == container.end { return close(container, &handler) }
        if dialect == .repaired, peek == nil {
            try note(
                "the text ends within \(container == .object ? "an object" : "an array")",
                at: offset..<offset
            )
            return close(container, &handler)
        }
        let comma = offset
        if peek == UInt8(ascii: ",") {
            offset += 1
            try skipSpace()
            try skipCommas()
            if peek == container.end {
                if !isRelaxed {
                    try note(
                        "expected a value after the comma, found \(found)",
                        at: comma..<comma + 1,
                        "remove the comma"
                    )
                }
                return close(container, &handler)
            }
        } else {
            try readMissingComma(in: container)
        }
        if container == .object { try readKey(&handler) }
        try readValue(&handler)
    }

    /// Passes over commas with nothing between them.
    mutating func skipCommas() throws(Stop) {
        while dialect == .repaired, peek == UInt8(ascii: ",") {
            try note("expected a value after the comma, found another comma", at: offset..<offset + 1)
            offset += 1
            try skipSpace()
        }
    }

    mutating func readMissingComma(in container: Container) throws(Stop) {
        let closing = container == .object ? "\"}\"" : "\"]\""
        let message = "expected a comma or \(closing), found \(found)"
        let range = offset..<min(offset + 1, text.count)
        guard let byte = peek, startsValue(byte) else { try stop(message, at: range) }
        // A word behind a string most probably is a part of it, behind a quote that should have been escaped.
        if dialect == .script || dialect == .repaired && isWord(byte) { try stop(message, at: range) }
        try note(message, at: range, "put a comma behind the value before")
    }

    func startsValue(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
            || byte == UInt8(ascii: "-") || isWord(byte)
    }

    mutating func open(_ container: Container, _ handler: inout some JSONHandler) throws(Stop) {
        guard containers.count < depthLimit else {
            try stop("arrays and objects are nested more than \(depthLimit) deep", at: offset..<offset + 1)
        }
        containers.append(container)
        switch container {
        case .object:
            keys.append([])
            handler.beginObject(at: offset)
        case .array:
            handler.beginArray(at: offset)
        }
        offset += 1
    }

    mutating func close(_ container: Container, _ handler: inout some JSONHandler) {
        offset = min(offset + 1, text.count)
        containers.removeLast()
        switch container {
        case .object:
            keys.removeLast()
            handler.endObject(at: offset)
        case .array:
            handler.endArray(at: offset)
        }
    }

    mutating func readKey(_ handler: inout some JSONHandler) throws(Stop) {
        let start = offset
        if peek == UInt8(ascii: "\"") || peek == UInt8(ascii: "'") {
            try readString()
        } else if let byte = peek, isWord(byte) {
            scratch = Array(readWord())
            let word = String(decoding: scratch, as: UTF8.self)
            if dialect != .script {
                try note(
                    "expected a key in double quotes, found \(word)",
                    at: start..<offset,
                    "write \"\(word)\""
                )
            }
        } else {
            try stop("expected a key in double quotes, found \(found)", at: offset..<offset + 1)
        }
        let range = start..<offset
        if !keys[keys.count - 1].insert(scratch).inserted, dialect != .script {
            let key = String(decoding: scratch, as: UTF8.self)
            try note("the key \"\(key)\" stands twice in one object", at: range, "keep one of the two")
        }
        scratch.withUnsafeBufferPointer { handler.key($0, at: range) }
        try skipSpace()
        if peek == UInt8(ascii: ":") {
            offset += 1
        } else {
            let message = "expected a colon after the key, found \(found)"
            guard let byte = peek, startsValue(byte), dialect == .strict || dialect == .relaxed else {
                try stop(message, at: offset..<offset + 1)
            }
            try note(message, at: offset..<offset + 1)
        }
    }
}
