import Basics
import Encoding

/// The parser of addresses. It writes the address while it reads, since the parts are written in the order of reading.
///
/// The functions are the states of the standard, whose names their comments give.
///
/// Specification: [URL, § 4.4](https://url.spec.whatwg.org/#concept-basic-url-parser).
struct AddressParser {
    let input: UnsafeBufferPointer<UInt8>
    /// The index of the next byte.
    var index = 0
    var output: [UInt8] = []
    var parts = AddressParts()
    private let base: WebAddress?
    private let encoding: Encoding

    /// Parses a text of UTF-8.
    static func parse(
        _ text: UnsafeBufferPointer<UInt8>,
        _ base: WebAddress?,
        _ encoding: Encoding
    ) throws(AddressError) -> WebAddress {
        let trimmed = UnsafeBufferPointer(rebasing: text.trimming { $0 <= 0x20 })
        func isRemoved(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }
        guard trimmed.contains(where: isRemoved) else { return try address(trimmed, base, encoding) }
        let written = trimmed.filter { !isRemoved($0) }
        return try written.withUnsafeBufferPointer { written throws(AddressError) in
            try address(written, base, encoding)
        }
    }

    private static func address(
        _ text: UnsafeBufferPointer<UInt8>,
        _ base: WebAddress?,
        _ encoding: Encoding
    ) throws(AddressError) -> WebAddress {
        var parser = AddressParser(input: text, base: base, encoding: encoding)
        try parser.run()
        return WebAddress(href: String(decoding: parser.output, as: UTF8.self), parts: parser.parts)
    }

    private init(input: UnsafeBufferPointer<UInt8>, base: WebAddress?, encoding: Encoding) {
        self.input = input
        self.base = base
        self.encoding = encoding
        output.reserveCapacity(input.count + 16)
    }

    var isSpecial: Bool { parts.scheme.isSpecial }

    /// The next byte; `nil` at the end.
    var next: UInt8? { index < input.count ? input[index] : nil }

    /// Whether a byte separates segments of a path.
    func isSlash(_ byte: UInt8?) -> Bool {
        byte == UInt8(ascii: "/") || (byte == UInt8(ascii: "\\") && isSpecial)
    }

    /// The index of the first byte, starting at the next one, that ends a host or a segment.
    func partEnd() -> Int {
        var end = index
        while end < input.count, input[end] != UInt8(ascii: "?"), input[end] != UInt8(ascii: "#"),
            !isSlash(input[end])
        {
            end += 1
        }
        return end
    }

    // MARK: - The scheme

    /// Scheme start, scheme, no scheme.
    private mutating func run() throws(AddressError) {
        if let colon = colonOfScheme() { return try absolute(colon) }
        guard let base else { throw .relativeWithoutBase }
        if base.hasOpaquePath {
            guard next == UInt8(ascii: "#") else { throw .relativeToOpaquePath }
            return copyAll(of: base, upTo: \.queryEnd)
        }
        parts.scheme = base.parts.scheme
        parts.schemeEnd = base.parts.schemeEnd
        append(base, 0..<parts.schemeEnd)
        if parts.scheme == .file { try file(base) } else { try relative(to: base) }
    }

    private func colonOfScheme() -> Int? {
        guard let first = input.first, first.isASCIILetter else { return nil }
        let end = input.firstIndex { !$0.isASCIIAlphanumeric && $0 != 0x2B && $0 != 0x2D && $0 != 0x2E }
        guard let end, input[end] == UInt8(ascii: ":") else { return nil }
        return end
    }

    private mutating func absolute(_ colon: Int) throws(AddressError) {
        for byte in input[..<colon] { output.append(byte.asciiLowercased) }
        parts.scheme = AddressScheme(output)
        output.append(UInt8(ascii: ":"))
        parts.schemeEnd = output.count
        index = colon + 1
        let hasSlashes = input[index...].starts(with: "//".utf8)
        if parts.scheme == .file {
            try file(base?.parts.scheme == .file ? base : nil)
        } else if isSpecial {
            // Special relative or authority.
            if let base, base.parts.scheme == parts.scheme, !hasSlashes { return try relative(to: base) }
            try authorityAfterSlashes()
        } else if hasSlashes {
            index += 2
            try authority()
        } else if next == UInt8(ascii: "/") {
            startPath()
        } else {
            opaquePath()
        }
    }

    /// Special authority ignore slashes.
    private mutating func authorityAfterSlashes() throws(AddressError) {
        while isSlash(next) { index += 1 }
        try authority()
    }

    // MARK: - Relative addresses

    /// Relative, relative slash.
    private mutating func relative(to base: WebAddress) throws(AddressError) {
        guard isSlash(next) else { return relativePath(to: base) }
        index += 1
        if isSpecial, isSlash(next) { return try authorityAfterSlashes() }
        if next == UInt8(ascii: "/") {
            index += 1
            return try authority()
        }
        copyHost(of: base)
        segments()
    }

    /// Parses a relative path, without a scheme, a host or a slash at its start.
    private mutating func relativePath(to base: WebAddress) {
        switch next {
        case nil, UInt8(ascii: "#"): copyAll(of: base, upTo: \.queryEnd)
        case UInt8(ascii: "?"): copyAll(of: base, upTo: \.pathEnd)
        default:
            copyHost(of: base)
            if parts.scheme != .file || !startsWithDriveLetter() {
                append(base, base.parts.pathStart..<base.parts.pathEnd)
                shortenPath()
            }
            segments()
        }
    }

    private mutating func append(_ base: WebAddress, _ range: Range<Int>) {
        let isCopied: Void? = base.href.utf8.withContiguousStorageIfAvailable { output += $0[range] }
        if isCopied == nil { output += Array(base.href.utf8)[range] }
    }

    /// Copies the base up to the end of its path or query, and continues there.
    private mutating func copyAll(of base: WebAddress, upTo end: KeyPath<AddressParts, Int>) {
        parts = base.parts
        output.removeAll(keepingCapacity: true)
        append(base, 0..<base.parts[keyPath: end])
        parts.hasFragment = false
        if next == UInt8(ascii: "?") { parts.hasQuery = false }
        afterPath()
    }

    private mutating func copyHost(of base: WebAddress) {
        let parts = base.parts
        if parts.hasHost { append(base, parts.schemeEnd..<parts.pathStart) }
        self.parts.hasHost = parts.hasHost
        self.parts.userEnd = parts.userEnd
        self.parts.hostStart = parts.hostStart
        self.parts.hostEnd = parts.hostEnd
        self.parts.pathStart = output.count
    }

    // MARK: - Files

    /// File, file slash.
    ///
    /// - Parameter base: the base address; `nil` unless it is a file.
    private mutating func file(_ base: WebAddress?) throws(AddressError) {
        guard isSlash(next) else {
            if let base { return relativePath(to: base) }
            setHost([])
            return segments()
        }
        index += 1
        if isSlash(next) {
            index += 1
            return try fileHost()
        }
        if let base {
            copyHost(of: base)
            let path = base.href.utf8.prefix(base.parts.pathEnd).dropFirst(base.parts.pathStart)
            let drive = Array(path.prefix(3))
            let isSegment = path.count == 3 || path.dropFirst(3).first == UInt8(ascii: "/")
            if isSegment, AddressParser.isDrive(drive), !startsWithDriveLetter() { output += drive }
        } else {
            setHost([])
        }
        segments()
    }

    /// File host.
    private mutating func fileHost() throws(AddressError) {
        let end = partEnd()
        // It is the first segment of the path.
        if end - index == 2, isDriveLetter(at: index) {
            setHost([])
            return segments()
        }
        let host = end == index ? [] : try Host.parse(input[index..<end], isSpecial: true)
        setHost(host.elementsEqual("localhost".utf8) ? [] : host)
        index = end
        startPath()
    }

    private mutating func setHost(_ host: [UInt8]) {
        output += "//".utf8
        parts.hasHost = true
        parts.userEnd = output.count
        parts.hostStart = output.count
        output += host
        parts.hostEnd = output.count
        parts.pathStart = output.count
    }

    // MARK: - Query and fragment

    /// Parses what follows a path: the query and the fragment.
    mutating func afterPath() {
        if next == UInt8(ascii: "?") {
            index += 1
            let end = input[index...].firstIndex(of: UInt8(ascii: "#")) ?? input.count
            output.append(UInt8(ascii: "?"))
            parts.hasQuery = true
            appendQuery(input[index..<end])
            index = end
        }
        parts.queryEnd = output.count
        if next == UInt8(ascii: "#") {
            output.append(UInt8(ascii: "#"))
            parts.hasFragment = true
            PercentEncoding.append(input[(index + 1)...], .fragment, to: &output)
        }
    }

    private mutating func appendQuery(_ query: Slice<UnsafeBufferPointer<UInt8>>) {
        let set = isSpecial ? PercentEncodeSet.specialQuery : .query
        let isLegacy =
            switch parts.scheme {
            case .http, .https, .ftp, .file: encoding.output != .utf8
            case .ws, .wss, .other: false
            }
        guard isLegacy, query.contains(where: { $0 >= 0x80 || $0 < 0x20 }) else {
            return PercentEncoding.append(query, set, to: &output)
        }
        var encoder = TextEncoder(encoding)
        for scalar in String(decoding: query, as: UTF8.self).unicodeScalars {
            let encoded = encoder.encode(scalar)
            AddressParser.write(encoded.bytes, set, to: &output)
            // A character reference, as in forms.
            if let missing = encoded.unmappable { output += "%26%23\(missing)%3B".utf8 }
        }
        AddressParser.write(encoder.finish(), set, to: &output)
    }

    private static func write(_ bytes: [UInt8], _ set: PercentEncodeSet, to output: inout [UInt8]) {
        for byte in bytes {
            if set.contains(byte) { PercentEncoding.append(byte, to: &output) } else { output.append(byte) }
        }
    }
}
