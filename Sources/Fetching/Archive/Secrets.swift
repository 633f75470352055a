import Basics
import Batch

/// Values that must not be stored: they are replaced by `SECRET-NAME` wherever they occur, plain or encoded.
package struct Secrets: Sendable {
    /// A form of a secret, with its replacement.
    private struct Form: Sendable {
        let bytes: [UInt8]
        let replacement: [UInt8]
    }

    private var forms: [Form] = []
    /// The forms by their first byte.
    private var starts: [[Int]] = Array(repeating: [], count: 256)
    private var known: Set<[UInt8]> = []
    private var values: Set<String> = []
    /// Shorter values occur everywhere by chance.
    private static let shortest = 4

    package init() {}

    /// Whether a value is long enough to be replaced wherever it occurs.
    package static func canReplace(_ value: String) -> Bool { value.utf8.count >= shortest }

    /// Whether a value is long and varied enough not to occur by chance.
    static func isToken(_ value: String) -> Bool {
        let bytes = value.utf8
        return bytes.count >= 16
            || bytes.count >= 8 && bytes.contains { (0x30...0x39).contains($0) }
                && bytes.contains { (0x41...0x5A).contains($0 & 0xDF) }
    }

    /// Adds the secrets in header fields that the user gives.
    package mutating func add(_ headers: [HeaderField]) {
        for field in headers where field.isSecret {
            let name = field.name.uppercased()
            add(name, field.value)
            // The word before it names the scheme: `Bearer`, `Basic`.
            let words = field.value.split(separator: " ", maxSplits: 1)
            if words.count == 2 {
                let token = String(words[1])
                add(name, token)
                if words[0].lowercased() == "basic", let pair = Base64.bytes(token.utf8) {
                    addPair(name, String(decoding: pair, as: UTF8.self))
                }
            }
            if name == "COOKIE" {
                for cookie in field.value.split(separator: ";") {
                    let value = cookie.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
                    add(name, value)
                }
            }
        }
    }

    /// A name and password, joined by a colon.
    private mutating func addPair(_ name: String, _ pair: String) {
        add(name, pair)
        if let colon = pair.firstIndex(of: ":") { add(name, String(pair[pair.index(after: colon)...])) }
    }

    package var isEmpty: Bool { forms.isEmpty }

    /// The replacement of a secret.
    package static func replacement(_ name: String) -> String { "SECRET-\(name.uppercased())" }

    /// Adds a value in all forms in which it may occur.
    package mutating func add(_ name: String, _ value: String) {
        let bytes = Array(value.utf8)
        guard bytes.count >= Secrets.shortest, values.insert(value).inserted else { return }
        let replacement = Array(Secrets.replacement(name).utf8)
        for form in Secrets.encodings(of: bytes) where form.count >= Secrets.shortest {
            guard known.insert(form).inserted else { continue }
            starts[Int(form[0])].append(forms.count)
            forms.append(Form(bytes: form, replacement: replacement))
        }
        // If two begin alike, the longer one is replaced.
        for byte in starts.indices where starts[byte].count > 1 {
            starts[byte].sort { forms[$0].bytes.count > forms[$1].bytes.count }
        }
    }

    /// The bytes with every secret replaced, and whether there was one.
    ///
    /// - Complexity: linear in the number of bytes, times the number of secrets with the same beginning.
    package func masked(_ bytes: [UInt8]) -> (bytes: [UInt8], isChanged: Bool) {
        if forms.isEmpty { return (bytes, false) }
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while index < bytes.count {
            let candidates = starts[Int(bytes[index])]
            let found = candidates.first { bytes[index...].starts(with: forms[$0].bytes) }
            guard let found else {
                index += 1
                continue
            }
            result += bytes[copied..<index]
            result += forms[found].replacement
            index += forms[found].bytes.count
            copied = index
        }
        return copied == 0 ? (bytes, false) : (result + bytes[copied...], true)
    }

    package func masked(_ text: String) -> String {
        String(decoding: masked(Array(text.utf8)).bytes, as: UTF8.self)
    }

    // MARK: - Encodings

    private static func encodings(of bytes: [UInt8]) -> [[UInt8]] {
        var all = unicodeEncodings(of: bytes)
        // For a page in an old Western encoding.
        let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
        let isWestern = scalars.allSatisfy { $0.value < 0x100 } && scalars.contains { $0.value > 0x7F }
        if isWestern { all += unicodeEncodings(of: scalars.map { UInt8(truncatingIfNeeded: $0.value) }) }
        // JSON in ASCII.
        for isUpper in [true, false] {
            all.append(
                String(decoding: bytes, as: UTF8.self).utf16.flatMap { unit -> [UInt8] in
                    if unit < 0x80 {
                        let byte = UInt8(unit)
                        return json(byte, escapesSlash: isUpper).map { Array($0.utf8) } ?? [byte]
                    }
                    let digits = [UInt8(unit >> 8), UInt8(unit & 0xFF)].flatMap { hex($0, isUpper: isUpper) }
                    return Array("\\u".utf8) + digits
                }
            )
        }
        return all
    }

    private static func unicodeEncodings(of bytes: [UInt8]) -> [[UInt8]] {
        var all = [bytes]
        for isUpper in [true, false] {
            all.append(percent(bytes, isUpper: isUpper, space: nil) { isUnreserved($0) })
            // Addresses keep more characters than forms.
            all.append(
                percent(bytes, isUpper: isUpper, space: nil) {
                    isUnreserved($0) || "!$&'()*+,;=:@/?".utf8.contains($0)
                }
            )
            all.append(
                percent(bytes, isUpper: isUpper, space: UInt8(ascii: "+")) { isUnreserved($0) || $0 == 0x2A }
            )
        }
        all.append(replacing(bytes) { json($0, escapesSlash: false) })
        all.append(replacing(bytes) { json($0, escapesSlash: true) })
        // An address in an address is encoded twice.
        for isUpper in [true, false] {
            let once = percent(bytes, isUpper: isUpper, space: nil) { isUnreserved($0) }
            all.append(percent(once, isUpper: isUpper, space: nil) { isUnreserved($0) })
        }
        all.append(replacing(bytes, html))
        all.append(replacing(bytes) { htmlByNumber($0, isHex: false) })
        all.append(replacing(bytes) { htmlByNumber($0, isHex: true) })
        // First the value alone, then the value within other bytes.
        let whole = Base64.text(of: bytes)
        all.append(Array(whole.utf8))
        all.append(Array(whole.utf8.filter { $0 != UInt8(ascii: "=") }))
        all.append(all[all.count - 1].map(urlSafe))
        all.append(all[all.count - 3].map(urlSafe))
        for offset in 0..<3 {
            let part = base64(bytes, offset: offset)
            all.append(part)
            all.append(part.map(urlSafe))
        }
        for isUpper in [true, false] { all.append(bytes.flatMap { hex($0, isUpper: isUpper) }) }
        return all
    }

    private static func urlSafe(_ byte: UInt8) -> UInt8 {
        byte == UInt8(ascii: "+") ? 0x2D : byte == UInt8(ascii: "/") ? 0x5F : byte
    }

    /// The base64 form of a value after a number of other bytes, without the characters that depend on its neighbours.
    private static func base64(_ bytes: [UInt8], offset: Int) -> [UInt8] {
        let text = Array(Base64.text(of: [UInt8](repeating: 0, count: offset) + bytes).utf8)
        let first = (offset * 8 + 5) / 6
        let last = (offset + bytes.count) * 8 / 6
        // A short part occurs by chance.
        return last - first >= 6 ? Array(text[first..<last]) : []
    }

    private static func percent(
        _ bytes: [UInt8],
        isUpper: Bool,
        space: UInt8?,
        _ isKept: (UInt8) -> Bool
    ) -> [UInt8] {
        bytes.flatMap { byte -> [UInt8] in
            if byte == 0x20, let space { return [space] }
            return isKept(byte) ? [byte] : [UInt8(ascii: "%")] + hex(byte, isUpper: isUpper)
        }
    }

    private static func hex(_ byte: UInt8, isUpper: Bool) -> [UInt8] {
        let digits = Array((isUpper ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
        return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    private static func replacing(_ bytes: [UInt8], _ change: (UInt8) -> String?) -> [UInt8] {
        bytes.flatMap { byte in change(byte).map { Array($0.utf8) } ?? [byte] }
    }

    private static func json(_ byte: UInt8, escapesSlash: Bool) -> String? {
        switch byte {
        case 0x22: "\\\""
        case 0x5C: "\\\\"
        case 0x2F: escapesSlash ? "\\/" : nil
        default: nil
        }
    }

    private static func htmlByNumber(_ byte: UInt8, isHex: Bool) -> String? {
        html(byte).map { _ in isHex ? "&#x\(String(byte, radix: 16));" : "&#\(byte);" }
    }

    private static func html(_ byte: UInt8) -> String? {
        switch byte {
        case 0x26: "&amp;"
        case 0x3C: "&lt;"
        case 0x3E: "&gt;"
        case 0x22: "&quot;"
        case 0x27: "&#39;"
        default: nil
        }
    }
}

extension Secrets {
    /// A request's header and body without secrets: the values of secret fields are replaced whole.
    func masked(request bytes: [UInt8]) -> [UInt8] {
        masked(
            Secrets.maskingFields(bytes) {
                HeaderField($0, "")?.isSecret == true ? Secrets.replacement($0) : nil
            }
        )
        .bytes
    }

    /// A response without secrets, and whether anything but cookies was replaced. A body that contains one is stored
    /// decoded.
    func masked(response bytes: [UInt8], limit: Int) -> (bytes: [UInt8], isChanged: Bool) {
        let plain = Secrets.maskingFields(bytes) { name in
            name.utf8.count == 10 && name.lowercased() == "set-cookie" ? "SECRET-COOKIE" : nil
        }
        guard !isEmpty, let head = ResponseHead(plain) else { return (plain, false) }
        let header = Array(plain[..<head.length])
        let body = Array(plain[head.length...])
        let maskedHeader = masked(header)
        let decoded = ReceivedBody.decoded(plain, limit: limit)
        let maskedBody = masked(decoded ?? body)
        if !maskedBody.isChanged { return (maskedHeader.bytes + body, maskedHeader.isChanged) }
        return (Secrets.plain(maskedHeader.bytes, length: maskedBody.bytes.count) + maskedBody.bytes, true)
    }

    /// A header without codings, for a body of a different length.
    private static func plain(_ header: [UInt8], length: Int) -> [UInt8] {
        var lines: [UInt8] = []
        for line in header.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let name = String(decoding: line.prefix { $0 != 0x3A }, as: UTF8.self).lowercased()
            if ["content-encoding", "transfer-encoding", "content-length"].contains(name) { continue }
            if line == [0x0D] || line.isEmpty { break }
            lines += line
            lines.append(0x0A)
        }
        return lines + Array("Content-Length: \(length)\r\n\r\n".utf8)
    }

    /// A header, and the text after it, with the values of some fields replaced. For a cookie that is set, name and
    /// attributes are kept.
    private static func maskingFields(_ bytes: [UInt8], _ replacement: (String) -> String?) -> [UInt8] {
        var result: [UInt8] = []
        var copied = 0
        var rest = bytes[...]
        while let end = rest.firstIndex(of: 0x0A) {
            let line = rest[rest.startIndex...end]
            rest = rest[(end + 1)...]
            if line.count <= 2 { break }
            guard let colon = line.firstIndex(of: 0x3A),
                let value = replacement(String(decoding: line[..<colon], as: UTF8.self))
            else { continue }
            result += bytes[copied...colon]
            copied = end + 1
            let field = line[(colon + 1)...].filter { $0 != 0x0D && $0 != 0x0A }
            let isSet =
                value == "SECRET-COOKIE"
                && String(decoding: line[..<colon], as: UTF8.self).lowercased() == "set-cookie"
            if isSet {
                let name = field.prefix { $0 != 0x3D && $0 != 0x3B }
                let attributes = field.drop { $0 != 0x3B }
                let hasName = field.prefix { $0 != 0x3B }.contains(0x3D)
                result += hasName ? Array(name) + [0x3D] : [0x20]
                result += value.utf8
                result += attributes
            } else {
                result.append(0x20)
                result += value.utf8
            }
            result += [0x0D, 0x0A]
        }
        return copied == 0 ? bytes : result + bytes[copied...]
    }
}
