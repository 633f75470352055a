import Basics

extension AddressParser {
    /// Path start: what follows a host, or the scheme of an address without one.
    mutating func startPath() {
        parts.pathStart = output.count
        if !parts.hasHost {
            parts.userEnd = output.count
            parts.hostStart = output.count
            parts.hostEnd = output.count
        }
        if !isSpecial, next == nil || next == UInt8(ascii: "?") || next == UInt8(ascii: "#") {
            return endPath()
        }
        if isSlash(next) { index += 1 }
        segments()
    }

    /// Path: segments that start at the next byte, which follows a slash.
    mutating func segments() {
        while true {
            let start = index
            index = partEnd()
            let segment = input[start..<index]
            let isLast = !isSlash(next)
            switch AddressParser.dots(segment) {
            case 2:
                shortenPath()
                if isLast { output.append(UInt8(ascii: "/")) }
            case 1: if isLast { output.append(UInt8(ascii: "/")) }
            default: append(segment)
            }
            if isLast { break }
            index += 1
        }
        endPath()
    }

    private mutating func append(_ segment: Slice<UnsafeBufferPointer<UInt8>>) {
        let isFirst = output.count == parts.pathStart
        output.append(UInt8(ascii: "/"))
        if isFirst, parts.scheme == .file, segment.count == 2, isDriveLetter(at: segment.startIndex) {
            output += [segment.base[segment.startIndex], UInt8(ascii: ":")]
        } else {
            PercentEncoding.append(segment, .path, to: &output)
        }
    }

    /// The number of dots that a segment consists of, percent-encoded or not; 0 for any other segment.
    private static func dots(_ segment: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        guard let first = segment.first, segment.count <= 6,
            first == UInt8(ascii: ".") || first == UInt8(ascii: "%")
        else { return 0 }
        var count = 0
        var rest = segment
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.popFirst() == UInt8(ascii: "2"), rest.popFirst().map({ $0 | 0x20 }) == 0x65 else {
                    return 0
                }
            } else if byte != UInt8(ascii: ".") {
                return 0
            }
            count += 1
        }
        return count <= 2 ? count : 0
    }

    /// Removes the last segment, unless it is a file's drive letter.
    mutating func shortenPath() {
        if parts.scheme == .file, AddressParser.isDrive(output[parts.pathStart...]) { return }
        if let slash = output[parts.pathStart...].lastIndex(of: UInt8(ascii: "/")) {
            output.removeSubrange(slash...)
        }
    }

    /// Ends a path of segments. If the path would be read as a host, a segment of one dot is written before it.
    private mutating func endPath() {
        if !parts.hasHost, output[parts.pathStart...].starts(with: "//".utf8) {
            output.insert(contentsOf: "/.".utf8, at: parts.pathStart)
            parts.pathStart += 2
        }
        parts.pathEnd = output.count
        afterPath()
    }

    /// Opaque path.
    mutating func opaquePath() {
        parts.hasOpaquePath = true
        parts.userEnd = output.count
        parts.hostStart = output.count
        parts.hostEnd = output.count
        parts.pathStart = output.count
        let start = index
        while index < input.count, input[index] != UInt8(ascii: "?"), input[index] != UInt8(ascii: "#") {
            index += 1
        }
        PercentEncoding.append(input[start..<index], .control, to: &output)
        // Without query and fragment a space at the end would be lost when the address is parsed again.
        if index < input.count, output.last == UInt8(ascii: " ") {
            output.removeLast()
            output += "%20".utf8
        }
        parts.pathEnd = output.count
        afterPath()
    }

    // MARK: - Drives

    /// Whether a letter and a colon or a vertical bar are at an index.
    func isDriveLetter(at index: Int) -> Bool {
        index + 1 < input.count && input[index].isASCIILetter
            && (input[index + 1] == UInt8(ascii: ":") || input[index + 1] == UInt8(ascii: "|"))
    }

    /// Whether the rest starts with a drive letter.
    func startsWithDriveLetter() -> Bool {
        guard isDriveLetter(at: index) else { return false }
        guard index + 2 < input.count else { return true }
        let third = input[index + 2]
        return third == UInt8(ascii: "/") || third == UInt8(ascii: "\\") || third == UInt8(ascii: "?")
            || third == UInt8(ascii: "#")
    }

    /// Whether a written path is only a drive letter.
    static func isDrive(_ path: some BidirectionalCollection<UInt8>) -> Bool {
        path.count == 3 && path.first == UInt8(ascii: "/") && path.dropFirst().first?.isASCIILetter == true
            && path.last == UInt8(ascii: ":")
    }
}

// MARK: - Authority

extension AddressParser {
    /// Authority, host, port.
    mutating func authority() throws(AddressError) {
        output += "//".utf8
        parts.hasHost = true
        let end = partEnd()
        var start = index
        parts.userEnd = output.count
        if let at = input[start..<end].lastIndex(of: UInt8(ascii: "@")) {
            appendUser(input[start..<at])
            start = at + 1
            if start == end { throw .hostMissing }
        }
        parts.hostStart = output.count
        let colon = colonOfPort(start..<end)
        let host = input[start..<(colon ?? end)]
        if host.isEmpty, isSpecial || colon != nil { throw .hostMissing }
        output += try Host.parse(host, isSpecial: isSpecial)
        parts.hostEnd = output.count
        if let colon { try appendPort(input[(colon + 1)..<end]) }
        index = end
        startPath()
    }

    private mutating func appendUser(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
        let colon = text.firstIndex(of: UInt8(ascii: ":")) ?? text.endIndex
        PercentEncoding.append(text[..<colon], .userInfo, to: &output)
        parts.userEnd = output.count
        let password = text[colon...].dropFirst()
        if !password.isEmpty {
            output.append(UInt8(ascii: ":"))
            PercentEncoding.append(password, .userInfo, to: &output)
        }
        if colon > text.startIndex || !password.isEmpty { output.append(UInt8(ascii: "@")) }
    }

    /// The colon before the port: one in brackets is part of the host.
    private func colonOfPort(_ range: Range<Int>) -> Int? {
        var isInBrackets = false
        for index in range {
            switch input[index] {
            case UInt8(ascii: "["): isInBrackets = true
            case UInt8(ascii: "]"): isInBrackets = false
            case UInt8(ascii: ":"): if !isInBrackets { return index }
            default: break
            }
        }
        return nil
    }

    private mutating func appendPort(_ text: Slice<UnsafeBufferPointer<UInt8>>) throws(AddressError) {
        var port = 0
        for byte in text {
            if byte.isASCIIDigit { port = port * 10 + Int(byte &- 0x30) }
            if !byte.isASCIIDigit || port > 65_535 {
                throw .invalidPort(String(decoding: text, as: UTF8.self))
            }
        }
        if !text.isEmpty, port != parts.scheme.defaultPort { output += ":\(port)".utf8 }
    }
}
