/// A web server's answer as it came over the line: a status, a header, and what follows them.
struct HTTPAnswer {
    let status: Int
    let header: HeaderFields
    /// What follows the header, still chunked and packed.
    let body: ArraySlice<UInt8>

    /// The parts of an answer; `nil` where it does not begin as one.
    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var head: (status: Int, header: HeaderFields)?
        // Servers may say that they are at it (`100 Continue`, `103 Early Hints`) before they answer.
        while head == nil || (100..<200).contains(head?.status ?? 0) && rest.starts(with: "HTTP/".utf8) {
            guard let status = HTTPAnswer.line(&rest).flatMap(HTTPAnswer.status) else { return nil }
            var header = HeaderFields()
            while let line = HTTPAnswer.line(&rest), !line.isEmpty { header.add(line: line) }
            head = (status, header)
        }
        guard let head else { return nil }
        (status, header, body) = (head.status, head.header, rest)
    }

    /// Takes a line without its end; `nil` where there is none.
    static func line(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        if rest.isEmpty { return nil }
        let end = rest.withUnsafeBytes { $0.offset(of: 0x0A) } ?? rest.count
        var line = rest.prefix(end)
        rest = rest.dropFirst(end + 1)
        if line.last == 0x0D { line.removeLast() }
        return line
    }

    /// The status of `HTTP/1.1 200 OK`.
    private static func status(_ line: ArraySlice<UInt8>) -> Int? {
        let words = line.split(separator: 0x20)
        guard words.count >= 2, words[0].starts(with: "HTTP".utf8) || words[0].elementsEqual("ICY".utf8)
        else { return nil }
        return Int(String(decoding: words[1].prefix(4), as: UTF8.self))
    }
}
