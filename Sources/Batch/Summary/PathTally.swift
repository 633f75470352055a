import Basics
import Engine
import Records
import Synchronization

/// The counts for the records of a type: how many have each field at any depth, how many elements lists have, the form
/// of texts, and on how many pages each field is.
///
/// A count has a name: `price` and `dishes[].name` for the places with a value, `dishes[]` for the elements of lists,
/// `price#digits` and `price#letters` for texts with a digit or a letter, and `price#pages` for pages with a value.
enum CountName {
    /// The possible endings of a name besides a path.
    enum Aspect: String, CaseIterable {
        case pages
        case letters
        case digits
    }

    static func of(_ path: String, _ aspect: Aspect) -> String { "\(path)#\(aspect.rawValue)" }

    /// The path and the aspect of a name; `nil` for the aspect of a path alone.
    static func split(_ name: String) -> (path: String, aspect: Aspect?) {
        for aspect in Aspect.allCases where name.hasSuffix("#" + aspect.rawValue) {
            return (String(name.dropLast(aspect.rawValue.utf8.count + 1)), aspect)
        }
        return (name, nil)
    }
}

/// The indices of a field's counts among those of its type.
private struct CountedField {
    let name: String
    /// The index of the number of places with a value.
    let filled: Int
    /// The index of the number of elements.
    let elements: Int?
    /// The index of the number of texts with letters, which is followed by that of texts with digits.
    let shape: Int?
    /// The fields of the object, or of each object of the list.
    let members: [CountedField]
}

/// Assigns the counts of a type's fields.
private struct CountLayout {
    /// The names of the counts.
    var names: [String] = []
    /// The indices of the places with a value, each with that of their pages.
    var pages: [(filled: Int, pages: Int)] = []

    mutating func add(_ name: String) -> Int {
        names.append(name)
        return names.count - 1
    }

    mutating func plan(_ fields: [Schema.Field], below prefix: String) -> [CountedField] {
        fields.map { field in
            let path = prefix + field.name
            let filled = add(path)
            pages.append((filled, 0))
            var elements: Int?
            var value = field.type
            var inner = path
            if let element = field.type.element, !field.type.isAnything {
                inner = path + "[]"
                elements = add(inner)
                value = element
            }
            var shape: Int?
            switch value {
            case .scalar(.string), .scalar(.text), .scalar(.url):
                shape = add(CountName.of(inner, .letters))
                _ = add(CountName.of(inner, .digits))
            case .scalar, .enumeration, .list, .object, .enclosing, .dictionary, .alternatives, .nullable:
                break
            }
            let members = value.objectFields.map { plan($0, below: inner + ".") } ?? []
            return CountedField(
                name: field.name,
                filled: filled,
                elements: elements,
                shape: shape,
                members: members
            )
        }
    }
}

/// The name of a record type, and those of its counts in the form of ``CountName``.
///
/// A class, since the tally of every page refers to the same names.
final class CountNames: Sendable {
    let type: String
    let all: [String]

    init(type: String, _ all: [String]) {
        self.type = type
        self.all = all
    }
}

/// The counts for the records of a type.
final class CountPlan: Sendable {
    let names: CountNames
    private let fields: [CountedField]
    /// The indices of the places with a value, each with that of their pages.
    private let pages: [(filled: Int, pages: Int)]

    init(_ type: Schema.RecordType) {
        var layout = CountLayout()
        fields = layout.plan(type.fields, below: "")
        for index in layout.pages.indices {
            let filled = layout.names[layout.pages[index].filled]
            layout.pages[index].pages = layout.add(CountName.of(filled, .pages))
        }
        pages = layout.pages
        names = CountNames(type: type.name, layout.names)
    }

    /// Adds the records of a page to counts.
    func add(_ records: RecordBatch, to counts: inout [Int]) {
        if let rows = records.rows {
            add(rows, &counts)
        } else {
            for record in records.records { add(record.fields, fields, &counts) }
        }
        for (filled, page) in pages where counts[filled] > 0 { counts[page] = 1 }
    }

    private func add(_ rows: RecordRows, _ counts: inout [Int]) {
        let columns = rows.layout.names.map { name in fields.first { $0.name == name } }
        let haveShape = columns.map { $0?.shape != nil }
        var found = columns.map { _ in (filled: 0, letters: 0, digits: 0) }
        rows.bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            var column = 0
            for cell in rows.cells {
                let kind = cell.kind
                if kind != .absent, kind != .null { found[column].filled += 1 }
                if kind == .string, haveShape[column] {
                    let (letters, digits) = CountPlan.shape(of: bytes[start..<cell.end])
                    if letters { found[column].letters += 1 }
                    if digits { found[column].digits += 1 }
                }
                start = cell.end
                column = column + 1 == found.count ? 0 : column + 1
            }
        }
        for (field, found) in zip(columns, found) {
            guard let field else { continue }
            counts[field.filled] += found.filled
            if let index = field.elements { counts[index] += found.filled }
            guard let shape = field.shape else { continue }
            counts[shape] += found.letters
            counts[shape + 1] += found.digits
        }
    }

    /// Every value of every record is counted, so neither members nor fields are copied.
    private func add(_ members: [Value.Member], _ fields: [CountedField], _ counts: inout [Int]) {
        members.withUnsafeBufferPointer { members in
            fields.withUnsafeBufferPointer { fields in
                // Fields usually have the order of the rules, so the search starts after the previous field.
                var place = 0
                for index in members.indices where RecordPath.isFilled(members[index].value) {
                    guard let found = CountPlan.place(of: members[index].name, in: fields, from: place) else {
                        continue
                    }
                    place = found + 1
                    counts[fields[found].filled] += 1
                    let elements = fields[found].elements
                    // One `switch`, since each copies the value.
                    switch members[index].value {
                    case .list(let list):
                        if let elements { counts[elements] += list.count }
                        for element in list { add(element, fields[found], &counts) }
                    case .string(let text):
                        if let elements { counts[elements] += 1 }
                        if let shape = fields[found].shape { CountPlan.add(text, at: shape, &counts) }
                    case .object(let members):
                        if let elements { counts[elements] += 1 }
                        if !fields[found].members.isEmpty { add(members, fields[found].members, &counts) }
                    case .null, .boolean, .number:
                        if let elements { counts[elements] += 1 }
                    }
                }
            }
        }
    }

    /// The index of the field with a name, searched from `start` to the end and then before it.
    private static func place(
        of name: String,
        in fields: UnsafeBufferPointer<CountedField>,
        from start: Int
    ) -> Int? {
        for index in start..<fields.count where fields[index].name == name { return index }
        for index in 0..<start where fields[index].name == name { return index }
        return nil
    }

    private func add(_ element: Value, _ field: CountedField, _ counts: inout [Int]) {
        switch element {
        case .object(let members): if !field.members.isEmpty { add(members, field.members, &counts) }
        case .string(let text): if let shape = field.shape { CountPlan.add(text, at: shape, &counts) }
        case .null, .boolean, .number, .list: break
        }
    }

    /// Counts the form of a text.
    private static func add(_ text: String, at shape: Int, _ counts: inout [Int]) {
        let (letters, digits) = text.withBytes { CountPlan.shape(of: $0[...]) }
        if letters { counts[shape] += 1 }
        if digits { counts[shape + 1] += 1 }
    }

    /// Whether a text has letters and digits; its beginning suffices.
    @inline(__always)
    private static func shape(of text: Slice<UnsafeBufferPointer<UInt8>>) -> (letters: Bool, digits: Bool) {
        var (letters, digits) = (false, false)
        for byte in text.prefix(64) {
            if byte &- 0x30 < 10 {
                digits = true
            } else if byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 {
                letters = true
            }
            if letters, digits { break }
        }
        return (letters, digits)
    }
}

/// The counts for the pages of one rules file.
final class RulesPlan: Sendable {
    /// The name of the rules in summaries.
    let name: String
    /// The record types in the order of the rules.
    let types: [CountPlan]
    private let rules: Rules?

    init(_ types: [Schema.RecordType], name: String, of rules: Rules? = nil) {
        self.name = name
        self.types = types.map(CountPlan.init)
        self.rules = rules
    }

    convenience init(_ rules: Rules) {
        self.init(rules.schema.types, name: RulesPlan.name(of: rules), of: rules)
    }

    /// Whether it is the plan of some rules.
    func isPlan(of other: Rules) -> Bool { rules?.isIdentical(to: other) == true }

    /// The name of a rules file without its extension, which is the site's name in a corpus.
    private static func name(of rules: Rules) -> String {
        let path = rules.file.name
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? path
        return name.hasSuffix(".json") ? String(name.dropLast(5)) : name
    }
}

/// The plans of a run: the rules of all pages, or those of the last page, which are nearly always those of the next. Making a
/// plan takes a twentieth of the time of a small page.
final class RulesPlans: Sendable {
    private let only: RulesPlan?
    private let last = Mutex<RulesPlan?>(nil)

    /// - Parameter rules: the rules of all pages; `nil` if each page chooses its own.
    init(_ rules: Rules?) {
        only = rules.map(RulesPlan.init)
    }

    func plan(of rules: Rules) -> RulesPlan {
        // Without a lock, for which threads would contend.
        if let only, only.isPlan(of: rules) { return only }
        return last.withLock { last in
            if let last, last.isPlan(of: rules) { return last }
            let plan = RulesPlan(rules)
            last = plan
            return plan
        }
    }
}

extension Schema.FieldType {
    /// The fields of an object; `nil` if it is not an object with its own fields.
    fileprivate var objectFields: [Schema.Field]? {
        switch self {
        case .object(let fields): fields
        case .alternatives(let types):
            types.lazy.compactMap(\.objectFields).first
        case .nullable(let type): type.objectFields
        case .scalar, .enumeration, .list, .enclosing, .dictionary: nil
        }
    }
}
