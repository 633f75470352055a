import Basics
import DOM
import Records

/// A drafted rules file, before it is written as text.
struct RulesDraft {
    var about = ""
    var match: [String] = []
    /// The source as written in the file, such as `"json"`, or `nil` for HTML.
    var source: String?
    var sourceComment: String?
    /// Whether linked data is merged into the tree.
    var mergesLinkedData = false
    /// Whether the data in scripts is merged into the tree.
    var mergesInlineData = false
    /// The kinds of pages, for rules that describe how their pages are fetched.
    var requests: [RequestDraft] = []
    var records: [RecordDraft] = []
}

/// A drafted kind of pages.
struct RequestDraft {
    var name: String
    var comment = ""
    /// The address of the first page; `nil` for pages that others link to.
    var get: String?
    /// The addresses of the kind; `nil` for that of the first page.
    var match: String?
    var mergesLinkedData = false
    var mergesInlineData = false
    /// The names of its record types.
    var records: [String]
    /// Where its entries lead: the kind, and the selector; `nil` for all links that its `match` covers.
    var follow: [(kind: String, selector: String?, comment: String)] = []
    /// The selector of the next page's address.
    var next: (selector: String, comment: String)?
}

/// A drafted record type.
struct RecordDraft {
    var name: String
    /// A comment on the origin of its elements.
    var comment: String
    /// The selector of the records' elements, or `nil` if the page is the record.
    var each: String?
    var fields: [FieldDraft] = []
}

/// A drafted field.
struct FieldDraft {
    /// The name. Empty until the values are known.
    var name = ""
    /// The alternatives. The first that yields a value is used.
    var selectors: [String] = []
    /// The header of the table's column, in place of a selector.
    var column: String?
    /// The text that labels the value, in place of a selector.
    var label: String?
    /// Whether it is read from the page's request.
    var isOfRequest = false
    /// The transforms that join several matches into one text, as written in the file.
    var joining: [String] = []
    var conversion = ValueConversion()
    var isList = false
    var isRequired = false
    /// Whether its values are text even if they consist of digits.
    var isWord = false
    /// The origin of the selector, such as `the class "price"`.
    var origin = ""
    /// The number of values and an example, written after the origin.
    var evidence = ""
    /// Hints for the name. See ``FieldNaming``.
    var hints = NameHints()
}

/// The conversion of a field's text to its value.
struct ValueConversion: Hashable {
    /// The transforms as written in the file: `"number"`.
    var steps: [String] = []
    var type = "string"
    var formats: [String] = []
    /// The language of names in the formats; `nil` for English.
    var locale: String?
    /// The calendar of dates, if it is not the Gregorian one.
    var calendar: String?
    /// Whether the date is in a longer text.
    var isInText = false

    /// Whether a number is read from a text.
    var readsNumber: Bool { steps.count == 1 && steps[0].contains("\"number\"") }
}

/// Hints for a field's name.
struct NameHints {
    /// The name of a property or a column, if known.
    var given: String?
    /// The site's own names: classes and data attributes, best first.
    var words: [String] = []
    /// The element's name.
    var tag = ""
    /// The kind of value that is extracted.
    var kind = Kind.text

    enum Kind: Hashable {
        case text, link, image, time, attribute
    }
}

/// Writes a draft as the text of a rules file, in the style of `scrape fmt`.
struct DraftWriter {
    private var lines: [String] = []

    /// Returns the text, with provisional names and types for fields without them.
    static func text(of draft: RulesDraft) -> [UInt8] {
        var writer = DraftWriter()
        writer.write(draft)
        let text = Array((writer.lines.joined(separator: "\n") + "\n").utf8)
        return JSONFormatter.format(text).text ?? text
    }

    private mutating func write(_ draft: RulesDraft) {
        lines.append("{")
        lines.append("\"about\": \(DraftWriter.string(draft.about)),")
        if !draft.match.isEmpty {
            // In rules with requests braces are names of values.
            let match = draft.requests.isEmpty ? draft.match : draft.match.map(DraftWriter.escaped)
            lines.append("\"match\": [\(match.map(DraftWriter.string).joined(separator: ", "))],")
        }
        comment(draft.sourceComment ?? "")
        if let source = draft.source { lines.append("\"source\": \(source),") }
        writePreparations(linkedData: draft.mergesLinkedData, inlineData: draft.mergesInlineData)
        writeRequests(draft.requests)
        lines.append("\"records\": {")
        for (index, record) in draft.records.enumerated() {
            write(record, isLast: index == draft.records.count - 1)
        }
        lines.append("}")
        lines.append("}")
    }

    private mutating func writePreparations(linkedData: Bool, inlineData: Bool) {
        guard linkedData || inlineData else { return }
        lines.append("\"prepare\": [")
        if linkedData {
            comment("Merges the page's linked data into the tree.")
            lines.append("{ \"linked-data\": \"html\" }" + (inlineData ? "," : ""))
        }
        if inlineData {
            comment("Merges the data in the page's scripts into the tree.")
            lines.append("{ \"inline-data\": \"html\" }")
        }
        lines.append("],")
    }

    private mutating func writeRequests(_ requests: [RequestDraft]) {
        if requests.isEmpty { return }
        lines.append("\"requests\": {")
        for (index, request) in requests.enumerated() {
            comment(request.comment)
            lines.append("\(DraftWriter.string(request.name)): {")
            write(request)
            lines.append(index == requests.count - 1 ? "}" : "},")
        }
        lines.append("},")
    }

    /// An address whose braces do not contain names of values.
    private static func escaped(_ address: String) -> String {
        address.replacing("{", with: "{{").replacing("}", with: "}}")
    }

    private mutating func write(_ request: RequestDraft) {
        if let get = request.get {
            lines.append("\"get\": \(DraftWriter.string(DraftWriter.escaped(get))),")
        }
        if let match = request.match {
            lines.append("\"match\": \(DraftWriter.string(DraftWriter.escaped(match))),")
        }
        writePreparations(linkedData: request.mergesLinkedData, inlineData: request.mergesInlineData)
        let hasMore = request.next != nil || !request.follow.isEmpty
        let names = request.records.map(DraftWriter.string).joined(separator: ", ")
        lines.append("\"records\": [\(names)]" + (hasMore ? "," : ""))
        if let next = request.next {
            comment(next.comment)
            let end = request.follow.isEmpty ? "" : ","
            lines.append("\"next\": \(DraftWriter.string(next.selector))\(end)")
        }
        if request.follow.isEmpty { return }
        lines.append("\"follow\": {")
        for (index, follow) in request.follow.enumerated() {
            comment(follow.comment)
            let value = follow.selector.map(DraftWriter.string) ?? "{}"
            let end = index == request.follow.count - 1 ? "" : ","
            lines.append("\(DraftWriter.string(follow.kind)): \(value)\(end)")
        }
        lines.append("}")
    }

    private mutating func write(_ record: RecordDraft, isLast: Bool) {
        comment(record.comment)
        lines.append("\(DraftWriter.string(record.name)): {")
        if let each = record.each { lines.append("\"each\": \(DraftWriter.string(each)),") }
        lines.append("\"fields\": {")
        for (index, field) in record.fields.enumerated() {
            comment([field.origin, field.evidence].filter { !$0.isEmpty }.joined(separator: ": "))
            let end = index == record.fields.count - 1 ? "" : ","
            lines.append(DraftWriter.member(field) + end)
        }
        lines.append("}")
        lines.append(isLast ? "}" : "},")
    }

    private mutating func comment(_ text: String) {
        if !text.isEmpty { lines.append("// \(text)") }
    }

    /// A field with its name, as a member of an object.
    static func member(_ field: FieldDraft) -> String { "\(string(field.name)): \(value(field))" }

    private static func value(_ field: FieldDraft) -> String {
        let selectors = field.selectors.map(string)
        let select = selectors.count == 1 ? selectors[0] : "[\(selectors.joined(separator: ", "))]"
        var members: [String] = []
        if field.isOfRequest { members.append("\"in\": \"request\"") }
        if let label = field.label { members.append("\"label\": \(string(label))") }
        if let column = field.column { members.append("\"column\": \(string(column))") }
        if !selectors.isEmpty { members.append("\"select\": \(select)") }
        let steps = field.joining + field.conversion.steps
        if !steps.isEmpty { members.append("\"apply\": [\(steps.joined(separator: ", "))]") }
        if field.isList {
            members.append("\"type\": [\(string(field.conversion.type))]")
        } else if field.conversion.type != "string" {
            members.append("\"type\": \(string(field.conversion.type))")
        }
        let formats = field.conversion.formats.map(string)
        if formats.count == 1 { members.append("\"format\": \(formats[0])") }
        if formats.count > 1 { members.append("\"format\": [\(formats.joined(separator: ", "))]") }
        if field.conversion.isInText { members.append("\"in-text\": true") }
        if let locale = field.conversion.locale { members.append("\"locale\": \(string(locale))") }
        if let calendar = field.conversion.calendar { members.append("\"calendar\": \(string(calendar))") }
        if field.isRequired { members.append("\"required\": true") }
        // A selector alone needs no object.
        if members.count == 1, field.selectors.count == 1, field.column == nil, field.label == nil,
            !field.isOfRequest
        {
            return select
        }
        return "{ \(members.joined(separator: ", ")) }"
    }

    static func string(_ text: String) -> String { JSONWriter.compact(.string(text)) }

    /// Shortens a text for a comment: to one short line without control characters.
    static func shortenedComment(_ text: String) -> String {
        let line = WhiteSpace.collapse(String(text.prefix(200)))
        let plain = String(
            String.UnicodeScalarView(
                line.unicodeScalars.filter {
                    $0.value >= 0x20 && $0.value != 0x7F && !(0x80..<0xA0).contains($0.value)
                        && !(0x202A...0x202E).contains($0.value) && !(0x2066...0x2069).contains($0.value)
                }
            )
        )
        return plain.count > 60 ? plain.prefix(59) + "…" : plain
    }
}
