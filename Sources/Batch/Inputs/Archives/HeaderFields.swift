/// The fields of a header as HTTP and WARC write them: `Name: value`, a line each, up to an empty one.
struct HeaderFields: Sendable {
    /// The fields, their names in lower case.
    private(set) var fields: [(name: String, value: String)] = []

    /// Adds a line: a field, or more of the value of the one before. What is neither is passed over.
    mutating func add(line: some BidirectionalCollection<UInt8>) {
        guard let first = line.first else { return }
        if HeaderFields.isSpace(first), let last = fields.indices.last {
            fields[last].value += " " + HeaderFields.text(line[...])
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = HeaderFields.text(line[..<colon]).lowercased()
        fields.append((name, HeaderFields.text(line[line.index(after: colon)...])))
    }

    /// The value of the first field of a name, given in lower case; `nil` for none and for an empty one.
    subscript(name: String) -> String? {
        guard let value = fields.first(where: { $0.name == name })?.value, !value.isEmpty else { return nil }
        return value
    }

    /// All values of a name, as one list.
    func list(_ name: String) -> [String] {
        fields.filter { $0.name == name }
            .flatMap { $0.value.split(separator: ",") }
            .map { HeaderFields.text($0.utf8[...]).lowercased() }
            .filter { !$0.isEmpty }
    }

    /// A text without the white space around it.
    static func text(_ bytes: some BidirectionalCollection<UInt8>) -> String {
        var rest = bytes.drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return String(decoding: rest, as: UTF8.self)
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A
    }
}
