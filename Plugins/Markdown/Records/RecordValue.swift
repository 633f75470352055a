import Records

/// A value as an item of a list, with lists and objects as lists within it.
struct RecordValue {
    let value: Value
    /// The value's type, if it is known.
    let type: Schema.FieldType?
    /// The number of lists around it.
    var depth = 0
    /// The fields of the enclosing objects, by the names of the fields that contain them.
    var enclosing: [String: [Schema.Field]] = [:]

    /// The maximum depth of values that are written as lists; deeper ones are written as JSON.
    private static let depthLimit = 24

    /// The value of a field.
    init(_ member: Value.Member, _ type: Schema.FieldType?) {
        value = member.value
        self.type = type?.resolved(named: member.name, in: &enclosing)
    }

    private init(_ value: Value, _ type: Schema.FieldType?, within outer: RecordValue) {
        self.value = value
        self.type = type
        depth = outer.depth + 1
        enclosing = outer.enclosing
    }

    private init(_ member: Value.Member, within outer: RecordValue) {
        value = member.value
        depth = outer.depth + 1
        enclosing = outer.enclosing
        let type = outer.type?.fields.first { $0.name == member.name }?.type
        self.type = type?.resolved(named: member.name, in: &enclosing)
    }

    /// An item: the text at its beginning, and the value.
    func item(_ label: String) -> String {
        let prefix = String(repeating: " ", count: 2 * depth) + "-" + (label.isEmpty ? "" : " " + label)
        switch value {
        case .null: return prefix + "\n"
        case .boolean, .number, .string:
            let text = text(beginsLine: label.isEmpty)
            return text.isEmpty ? prefix + "\n" : "\(prefix) \(text)\n"
        case .list(let values) where values.isEmpty: return prefix + " —\n"
        case .object(let members) where members.isEmpty: return prefix + " —\n"
        case .list, .object:
            if depth >= RecordValue.depthLimit { return "\(prefix) \(code)\n" }
        }
        // An item of a list whose elements are lists or objects begins with the first of them.
        return label.isEmpty ? prefix + lines.dropFirst(2 * depth + 1) : prefix + "\n" + lines
    }

    /// The contents of a list or an object, one item each.
    private var lines: String {
        if let values = value.list {
            return values.map { RecordValue($0, type?.element, within: self).item("") }.joined()
        }
        return (value.object ?? []).map { member in
            RecordValue(member, within: self).item("**\(RecordValue.name(member.name)):**")
        }.joined()
    }

    /// A field's name, as the text of a mark.
    static func name(_ name: String) -> String {
        let line = MarkdownText.line(name)
        return line.isEmpty ? "—" : line
    }

    private func text(beginsLine: Bool) -> String {
        guard let string = value.string else { return value.text }
        if type?.isAlways(.url) ?? false { return MarkdownText.link(string) }
        let isHTML = type?.isAlways(.html) ?? false
        var markdown = isHTML ? RecordValue.markdown(ofHTML: string) : MarkdownText.paragraphs(string)
        // After a label the first line cannot begin a list or a heading, and needs no backslash.
        if !isHTML, !beginsLine, !markdown.contains("\n") { markdown = MarkdownText.line(string) }
        let indent = String(repeating: " ", count: 2 * depth + 2)
        return markdown.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated().map { $0 == 0 || $1.isEmpty ? String($1) : indent + $1 }.joined(separator: "\n")
    }

    /// Returns HTML as Markdown below the headings of a record and a field; as text if it cannot be parsed as HTML.
    static func markdown(ofHTML html: String) -> String {
        (try? HTMLToMarkdown.convert(html, headings: 4)) ?? MarkdownText.paragraphs(html)
    }

    /// Whether Markdown on one line is anything other than a paragraph.
    static func isBlock(_ markdown: String) -> Bool {
        ["#", "- ", "> ", "|", "1. "].contains(where: markdown.hasPrefix)
    }

    private var code: String {
        let json = Array(value.text.utf8.lazy.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
        return String(decoding: CodeSpan.markdown(json[...], isInCell: false), as: UTF8.self)
    }
}

// MARK: - Text

/// Plain text in Markdown.
enum MarkdownText {
    /// Returns the text on one line, after other text.
    static func line(_ text: String) -> String {
        rendered(text, in: .heading)
    }

    /// The text in a table's cell: line ends become `<br>`.
    static func cell(_ text: String) -> String {
        String(decoding: MarkdownTable.escapingPipes(Array(rendered(text, in: .cell).utf8)), as: UTF8.self)
    }

    /// The text as paragraphs, separated by blank lines; a line end becomes a line break.
    static func paragraphs(_ text: String) -> String {
        lines(text).split { $0.isEmpty }
            .map { rendered($0.joined(separator: "\n"), in: .paragraph) }
            .joined(separator: "\n\n")
    }

    /// The lines of a text, without white space at their ends.
    static func lines(_ text: String) -> [String] {
        text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
            .map { LinkText.line(String($0)) }
    }

    /// An address as a link to it.
    static func link(_ address: String) -> String {
        var output: [UInt8] = []
        if LinkText.isAutolink(Array(address.utf8)[...], to: address) {
            output = [UInt8(ascii: "<")] + address.utf8 + [UInt8(ascii: ">")]
        } else {
            output = [UInt8(ascii: "[")]
            TextEscaping(isInLink: true, next: UInt8(ascii: "]")).write(
                Array(LinkText.line(address).utf8)[...],
                to: &output
            )
            output += "](".utf8
            LinkText.write(address: address, to: &output)
            output.append(UInt8(ascii: ")"))
        }
        return String(decoding: output, as: UTF8.self)
    }

    private static func rendered(_ text: String, in place: InlineRenderer.Place) -> String {
        var run = InlineRun()
        for (index, line) in lines(text).enumerated() {
            if index > 0 { run.addLineBreak(style: InlineStyles.plain) }
            run.addText(line, style: InlineStyles.plain, isCode: false)
        }
        return String(decoding: InlineRenderer.render(run, InlineStyles(), in: place), as: UTF8.self)
    }
}

// MARK: - Field types

extension Schema.FieldType {
    /// Whether a value fits into a line.
    var isShort: Bool {
        switch self {
        case .scalar(let scalar):
            switch scalar {
            case .string, .integer, .decimal, .boolean, .date, .dateTime, .duration, .url, .size: true
            case .text, .html, .json: false
            }
        case .enumeration: true
        case .alternatives(let types): types.allSatisfy(\.isShort)
        case .nullable(let type): type.isShort
        case .list, .object, .enclosing, .dictionary: false
        }
    }

    /// Whether every text of this type is of the given kind.
    func isAlways(_ scalar: Schema.Scalar) -> Bool {
        switch self {
        case .scalar(let own): own == scalar
        case .alternatives(let types): types.allSatisfy { $0.isAlways(scalar) }
        case .nullable(let type): type.isAlways(scalar)
        case .enumeration, .list, .object, .enclosing, .dictionary: false
        }
    }

    /// The type of a list's elements.
    var element: Schema.FieldType? {
        if case .list(let element) = self { element } else { nil }
    }

    /// The fields of an object.
    var fields: [Schema.Field] {
        if case .object(let fields) = self { fields } else { [] }
    }

    /// Returns the type with a reference to an enclosing object replaced by that object's fields.
    ///
    /// - Parameters:
    ///   - name: the name of the field that has the type.
    ///   - enclosing: the fields of the enclosing objects, by the names of the fields that contain them; those of this
    ///     type are added.
    func resolved(named name: String, in enclosing: inout [String: [Schema.Field]]) -> Schema.FieldType {
        switch self {
        case .list(let element): return .list(element.resolved(named: name, in: &enclosing))
        case .object(let fields):
            enclosing[name] = fields
            return self
        case .enclosing(let outer):
            guard let fields = enclosing[outer] else { return self }
            enclosing[name] = fields
            return .object(fields)
        case .scalar, .enumeration, .alternatives, .nullable, .dictionary: return self
        }
    }
}
