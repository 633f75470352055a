import Engine
import Records

/// The records of a page in HTML, each field with its mark and its origin.
struct RecordList {
    private let name: String
    private(set) var marks: PageMarks
    private(set) var html = ""

    /// The maximum number of characters of a value.
    private static let valueLength = 1000

    /// Creates the list.
    ///
    /// - Parameter name: the page's name, a prefix of each record's `id`.
    init(_ outcome: Outcome, _ recorder: TraceRecorder, name: String) {
        self.name = name
        marks = PageMarks(places: recorder.places, headings: recorder.headings)
        var elements: [Int: Trace.Element] = [:]
        for element in recorder.trace.records.lazy.flatMap(\.layouts).flatMap(\.elements) {
            if case .record(let index) = element.outcome { elements[index] = element }
        }
        var counts: [String: Int] = [:]
        for (index, record) in outcome.records.enumerated() {
            counts[record.type, default: 0] += 1
            add(record, number: counts[record.type, default: 0], elements[index])
        }
        for type in recorder.trace.records { addLeftOut(type) }
    }

    /// The `id` of a record: its type and its number from 1 within the type.
    static func id(page: String, type: String, number: Int) -> String {
        HTMLText.identifier("\(page):\(type)-\(number)")
    }

    // MARK: - Records

    private mutating func add(_ record: Record, number: Int, _ element: Trace.Element?) {
        let id = HTMLText.escaped(RecordList.id(page: name, type: record.type, number: number))
        let title = HTMLText.escaped("\(record.type) \(number)")
        html += "<section class=\"record\" id=\"\(id)\"><h4>"
        html += button(element.map { [$0.node] } ?? [], color: nil, title, detail: nil) + "</h4><ul>"
        if let element {
            add(element.fields)
        } else {
            // A group of other records, without an element of the page.
            for field in record.fields { add(field.name, field.value) }
        }
        html += "</ul></section>\n"
    }

    private mutating func add(_ name: String, _ value: Value) {
        let text = RecordList.text(value)
        let color = marks.color(of: name)
        html += "<li>" + button([], color: color, RecordList.field(name, text), detail: nil) + "</li>"
    }

    private mutating func add(_ fields: [Trace.Field]) {
        for field in fields { add(field) }
    }

    private mutating func add(_ field: Trace.Field) {
        let color = marks.color(of: field.name)
        guard let value = field.value else {
            if let reason = RecordList.reason(field) {
                let role = field.isRequired ? "missing required" : "missing"
                let text = RecordList.field(field.name, HTMLText.escaped(reason))
                html += "<li class=\"\(role)\" style=\"--hue:\(PageMarks.hue(color))\">\(text)</li>"
            }
            return
        }
        let attempts = field.alternatives.filter { $0.outcome == .taken }.flatMap(\.attempts)
        let objects = attempts.flatMap(\.objects).filter { $0.outcome == .object }
        let text =
            objects.isEmpty ? RecordList.text(value) : objects.count == 1 ? "" : "\(objects.count) objects"
        html += "<li>"
        html += button(
            RecordList.nodes(field),
            color: color,
            RecordList.field(field.name, text),
            detail: RecordList.detail(field),
            isOfAttribute: attempts.allSatisfy { $0.selector?.text.contains("::attr(") == true }
        )
        for object in objects {
            html += "<ul>"
            add(object.fields)
            html += "</ul>"
        }
        html += "</li>"
    }

    private mutating func addLeftOut(_ type: Trace.RecordType) {
        for element in type.layouts.flatMap(\.elements) {
            let reason: String
            switch element.outcome {
            case .record, .object: continue
            case .noField: reason = "it yielded no field"
            case .leftOut: reason = "it must be whole"
            case .duplicate: reason = "an earlier one has its unique fields"
            }
            let text = HTMLText.escaped("\(type.name) left out: \(reason)")
            html += "<section class=\"record left-out\"><h4>"
            html += button([element.node], color: nil, text, detail: nil) + "</h4><ul>"
            add(element.fields)
            html += "</ul></section>\n"
        }
    }

    // MARK: - Parts

    /// A button that highlights elements. It is accessible by mouse, keyboard and touch.
    private mutating func button(
        _ nodes: [Trace.Node],
        color: Int?,
        _ content: String,
        detail: String?,
        isOfAttribute: Bool = false
    ) -> String {
        let mark = marks.mark(nodes, color: color, isOfAttribute: isOfAttribute)
        let style = color.map { " style=\"--hue:\(PageMarks.hue($0))\"" } ?? ""
        let place = nodes.first.map { node in
            (node.position.map { "line \($0), " } ?? "") + HTMLText.shortened(node.path, to: 300)
                + (node.madeBy.map { " (by \($0))" } ?? "")
                + (nodes.count > 1 ? " and \(nodes.count - 1) more" : "")
        }
        let at = [place ?? "not from one place of the page", detail].compactMap { $0 }.joined(
            separator: " · "
        )
        let number = mark.map { " data-mark=\"\($0)\"" } ?? ""
        let role = color == nil ? "mark" : "mark field"
        return
            "<button type=\"button\" class=\"\(role)\"\(number)\(style) data-at=\"\(HTMLText.escaped(at))\">"
            + content + "</button>"
    }

    private static func field(_ name: String, _ value: String) -> String {
        "<span class=\"name\">\(HTMLText.escaped(name))</span> <span class=\"value\">\(value)</span>"
    }

    /// The text of a value: a string unchanged, each string of a list on its own line, any other value as JSON.
    private static func text(_ value: Value) -> String {
        let lines = value.list?.compactMap(\.string) ?? []
        let isLines = lines.count > 1 && lines.count == value.list?.count
        let text = isLines ? "\n" + lines.joined(separator: "\n") : value.string ?? JSONWriter.compact(value)
        return HTMLText.escaped(HTMLText.shortened(text, to: valueLength))
    }

    /// The elements that a field's value was extracted from. Empty for a value that the rules compute.
    private static func nodes(_ field: Trace.Field) -> [Trace.Node] {
        guard let taken = field.alternatives.first(where: { $0.outcome == .taken }) else { return [] }
        switch taken.origin {
        case .from, .value, .template, .case, .labels, .request: return []
        case .select, .fields: break
        }
        return taken.attempts.filter { $0.outcome == .taken }.flatMap { attempt in
            attempt.readings.filter { !$0.isGathered }.map(\.node)
                + attempt.objects.filter { $0.outcome == .object }.map(\.node)
        }
    }

    /// The alternative that yielded the value, with its location in the rules.
    private static func detail(_ field: Trace.Field) -> String? {
        let all = field.alternatives
        guard let index = all.firstIndex(where: { $0.outcome == .taken || $0.outcome == .fallback }) else {
            return nil
        }
        let number = all.count > 1 ? "alternative \(index + 1) of \(all.count), " : ""
        let fallback = all[index].outcome == .fallback ? "the default, " : ""
        return "\(number)\(fallback)\(all[index].origin.rawValue), \(all[index].place)"
    }

    /// Why a field has no value.
    private static func reason(_ field: Trace.Field) -> String? {
        let reasons = field.alternatives.map { alternative in
            let selectors = alternative.attempts.compactMap(\.selector?.text).joined(separator: ", ")
            return (selectors.isEmpty ? alternative.origin.rawValue : selectors)
                + ": \(alternative.outcome.words) (\(alternative.place))"
        }
        return reasons.isEmpty ? nil : "no value · " + reasons.joined(separator: " · ")
    }
}

/// The marks of a page. Each connects a field of a record, or a record, with elements of the page.
struct PageMarks {
    /// A mark with its elements.
    struct Mark {
        /// The number of the field's colour, or `nil` for a record.
        var color: Int?
        /// The places of the page.
        var places: [PagePlace]
    }

    /// The places of the elements of a trace.
    private let places: [Trace.Node: [PagePlace]]
    /// The places after which elements that preparations have created are named, such as the heading of a section.
    private let headings: [Trace.Node: [PagePlace]]
    private(set) var marks: [Mark] = []
    /// The names of the fields, by colour number.
    private(set) var fields: [String] = []
    private var colors: [String: Int] = [:]

    init(places: [Trace.Node: [PagePlace]], headings: [Trace.Node: [PagePlace]]) {
        self.places = places
        self.headings = headings
    }

    /// The colour of a field name.
    mutating func color(of field: String) -> Int {
        if let known = colors[field] { return known }
        colors[field] = fields.count
        fields.append(field)
        return fields.count - 1
    }

    /// Adds a mark and returns its number, or `nil` if the nodes have no places on the page.
    ///
    /// - Parameter isOfAttribute: whether the field is an attribute of the nodes.
    mutating func mark(_ nodes: [Trace.Node], color: Int?, isOfAttribute: Bool = false) -> Int? {
        var found: [PagePlace] = []
        var known: Set<PagePlace> = []
        let all = nodes.flatMap { (isOfAttribute ? headings[$0] : nil) ?? places[$0] ?? [] }
        for place in all where known.insert(place).inserted {
            found.append(place)
        }
        guard !found.isEmpty else { return nil }
        marks.append(Mark(color: color, places: found))
        return marks.count - 1
    }

    /// The marks of each place, fields before records, since a field is more specific.
    var byPlace: [PagePlace: [Int]] {
        var all: [PagePlace: [Int]] = [:]
        for isField in [true, false] {
            for (number, mark) in marks.enumerated() where (mark.color != nil) == isField {
                for place in mark.places { all[place, default: []].append(number) }
            }
        }
        return all
    }

    /// The hue of a colour in degrees, distant from those of preceding colours.
    static func hue(_ color: Int) -> Int { (color * 137 + 210) % 360 }
}
