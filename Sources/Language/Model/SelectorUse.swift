package import Basics
package import Records
package import Selectors
import Synchronization

/// A selector of a rules file, with its place in the file.
package struct SelectorUse: Sendable {
    package let list: SelectorList
    /// The selector as written.
    package let text: String
    /// Its place, for ``Rules/location(of:)``.
    package let range: Range<Int>
}

/// The selectors of a rules file, indexed by the selector when needed: only messages use the index, and most runs have
/// none.
final class SelectorPlaces: Sendable {
    private let uses: [SelectorUse]
    private let known = Mutex<[SelectorList: [SelectorUse]]?>(nil)

    init(_ uses: [SelectorUse]) { self.uses = uses }

    subscript(list: SelectorList) -> [SelectorUse]? {
        known.withLock { known in
            let places = known ?? Dictionary(grouping: uses) { $0.list }
            known = places
            return places[list]
        }
    }
}

extension Rules {
    /// The place of a selector in a part of the rules file.
    ///
    /// Complexity: linear in the number of places of the same selector.
    package func place(of list: SelectorList, in range: Range<Int>) -> SelectorUse? {
        let uses = selectorPlaces[list]
        // A part that overrides that of another file has its selectors in both.
        return uses?.first { range.contains($0.range.lowerBound) } ?? uses?.first
    }
}

/// The selectors that determine a field's value, or the elements from which the records of a type are made.
package struct FieldSelectors: Sendable {
    /// The record type.
    package let record: String
    /// The field within it, `a.b` in nested objects; `nil` for the records' own elements.
    package let path: String?
    /// Its place in the rules file.
    package let location: Location
    /// The selectors, in the order in which they are tried.
    package fileprivate(set) var uses: [SelectorUse] = []
    /// The header of a table's column, which finds the field if no selector does.
    package fileprivate(set) var column: String?
    /// The fields from which it is made.
    package fileprivate(set) var sources: [String] = []
    /// The field whose fields are used for this one: replies have the fields of comments.
    package fileprivate(set) var alias: String?
}

extension Rules {
    /// All record types that come from a page's nodes, each followed by its fields, in the order of the file.
    package var fieldSelectors: [FieldSelectors] {
        records.flatMap { rule -> [FieldSelectors] in
            guard case .nodes(let layouts) = rule.content else { return [] }
            var record = FieldSelectors(
                record: rule.name,
                path: nil,
                location: sources.location(of: rule.range)
            )
            for layout in layouts {
                let lists =
                    [layout.within].compactMap { $0 } + layout.each + [layout.condition].compactMap { $0 }
                record.uses += lists.compactMap { use(of: $0, from: layout.range.lowerBound) }
            }
            var fields: [FieldSelectors] = []
            for layout in layouts { gather(layout.fields, of: rule.name, below: "", &fields) }
            return [record] + fields
        }
    }

    /// Complexity: linear in the number of fields; their nesting is limited when rules are loaded.
    private func gather(
        _ rules: [FieldRule],
        of record: String,
        below prefix: String,
        _ fields: inout [FieldSelectors]
    ) {
        for rule in rules {
            let path = prefix + rule.name
            var field = FieldSelectors(record: record, path: path, location: sources.location(of: rule.range))
            var nested: [[FieldRule]] = []
            for alternative in rule.alternatives {
                add(alternative, below: prefix, to: &field)
                guard case .nested(_, let inner) = alternative.origin else { continue }
                switch inner {
                case .own(let rules): nested.append(rules)
                case .enclosing(let name): field.alias = Rules.enclosing(name, of: path)
                }
            }
            // Several layouts may have a field of one name.
            if let index = fields.firstIndex(where: { $0.path == path }) {
                fields[index].uses += field.uses
                fields[index].sources += field.sources
            } else {
                fields.append(field)
            }
            for rules in nested { gather(rules, of: record, below: path + ".", &fields) }
        }
    }

    private func add(_ alternative: FieldAlternative, below prefix: String, to field: inout FieldSelectors) {
        var lists: [SelectorList] = []
        lists += alternative.scope.place.lists
        if !alternative.scope.column.isEmpty || !alternative.scope.labels.isEmpty {
            field.column = alternative.selectorText
        }
        switch alternative.origin {
        case .select(let own), .nested(let own, _), .labels(let own): lists += own
        case .cases(let arms): lists += arms.map(\.selector)
        case .from(let names, _): field.sources += names.map { prefix + $0 }
        case .template(let template): field.sources += template.names.map { prefix + $0 }
        case .value, .request: break
        }
        lists += [alternative.condition, alternative.without].compactMap { $0 }
        field.uses += lists.compactMap { use(of: $0, from: alternative.range.lowerBound) }
    }

    /// The first use of a selector at or after a place of the rules file.
    private func use(of list: SelectorList, from start: Int) -> SelectorUse? {
        selectors.first { $0.range.lowerBound >= start && $0.list == list }
            ?? selectors.first { $0.list == list }
    }

    /// The path of the enclosing field of a name.
    private static func enclosing(_ name: String, of path: String) -> String? {
        let names = path.split(separator: ".")
        guard let place = names.dropLast().lastIndex(where: { $0 == name }) else { return nil }
        return names[...place].joined(separator: ".")
    }
}

extension Rules {
    /// The place of a selector.
    package func location(of use: SelectorUse) -> Location { sources.location(of: use.range) }
}

// What is valid but will probably break with the next change of a site.
extension Rules {
    /// A warning for every selector that depends on names that sites change without notice.
    package var brittle: [Diagnostic] {
        selectors.compactMap { use in
            Brittleness(use.text).map { brittleness in
                Diagnostic(
                    .rules,
                    brittleness.message,
                    severity: .warning,
                    at: sources.location(of: use.range),
                    help: brittleness.help
                )
            }
        }
    }
}

// Booleans that a change of the page alters silently.
extension Rules {
    /// A warning for every boolean that depends on one selector: when the page changes, all records have the other
    /// value.
    package var oneSided: [Diagnostic] {
        records.flatMap { rule -> [FieldRule] in
            guard case .nodes(let layouts) = rule.content else { return [] }
            return layouts.flatMap(\.fields)
        }.flatMap(oneSided)
    }

    private func oneSided(_ field: FieldRule) -> [Diagnostic] {
        var found: [Diagnostic] = []
        for (index, alternative) in field.alternatives.enumerated() {
            if case .nested(_, .own(let fields)) = alternative.origin { found += fields.flatMap(oneSided) }
            let next = field.alternatives.dropFirst(index + 1).first
            guard let arm = alternative.onlyArm(orElse: next) else { continue }
            found.append(
                Diagnostic(
                    .rules,
                    "one selector decides \"\(field.name)\": where it matches nothing because the page has changed, "
                        + "every record is \(arm.value == .boolean(true) ? "false" : "true"), without a message",
                    severity: .warning,
                    at: sources.location(of: arm.range),
                    help:
                        "give the other value a selector too, in place of \"*\": what neither matches is reported then"
                )
            )
        }
        return found
    }
}

extension FieldAlternative {
    /// The only arm with a selector that decides a boolean, if all other cases have the other value.
    fileprivate func onlyArm(orElse next: FieldAlternative?) -> Arm? {
        guard case .cases(let arms) = origin, let first = arms.first, case .boolean(let value) = first.value,
            first.selector.description != "*"
        else { return nil }
        let other = Value.boolean(!value)
        if arms.count == 2, arms[1].selector.description == "*", arms[1].value == other { return first }
        guard arms.count == 1 else { return nil }
        if fallback == other { return first }
        if let next, next.condition == nil, case .value(other) = next.origin { return first }
        return nil
    }
}

/// Why a selector is brittle.
package struct Brittleness {
    let message: String
    let help: String

    /// The reason, or `nil` for a robust selector. It is judged by its text, as written.
    package init?(_ text: String) {
        if let name = Brittleness.classNames(in: text).first(where: Brittleness.isGenerated) {
            message =
                "the class name \"\(name)\" looks generated: it may change with every release of the site"
            help = "choose by an attribute, an element's name or the elements around it"
        } else if Brittleness.positions(in: text) >= 3 {
            message = "the selector counts positions \(Brittleness.positions(in: text)) times"
            help = "choose by names and attributes; a table's cell by its \"column\""
        } else if Brittleness.depth(of: text) > 6 {
            message = "the selector names \(Brittleness.depth(of: text)) elements one below the other"
            help = "leave out those that do not matter: a space matches any number of them"
        } else if [":contains(", ":containsOwn(", ":-soup-contains", ":icontains("].contains(
            where: text.contains
        ) {
            message = "the selector looks for words of one language"
            help = "choose by structure where there is any"
        } else {
            return nil
        }
    }

    /// The largest number of elements that a selector of a list names one below the other.
    private static func depth(of text: String) -> Int {
        var (greatest, current, open) = (1, 1, 0)
        var isInBrackets = false
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "["): isInBrackets = true
            case UInt8(ascii: "]"): isInBrackets = false
            case _ where isInBrackets: break
            case UInt8(ascii: "("): open += 1
            case UInt8(ascii: ")"): open -= 1
            case UInt8(ascii: ","): if open == 0 { current = 1 }
            case UInt8(ascii: ">"):
                current += 1
                greatest = max(greatest, current)
            default: break
            }
        }
        return greatest
    }

    private static func positions(in text: String) -> Int {
        [":nth-child(", ":nth-of-type(", ":nth-last-child(", ":nth-last-of-type(", ":eq("].reduce(0) {
            count,
            word in
            count + text.ranges(of: word).count
        }
    }

    private static func classNames(in text: String) -> [String] {
        text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().map { part in
            String(part.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
        }
    }

    /// Whether a name was probably generated by a tool: `css-1x2y3z`, `sc-bdVaJa`, `Button_root__2aXbC`, `jss42`.
    package static func isGenerated(_ name: String) -> Bool {
        for prefix in ["css-", "jss", "sc-", "makeStyles-", "svelte-", "emotion-"]
        where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            if rest.count >= 2, rest.contains(where: \.isNumber) || isMixed(rest) { return true }
        }
        guard let last = name.components(separatedBy: "__").dropFirst().last else { return false }
        return last.count >= 5 && isMixed(Substring(last)) && last.contains(where: \.isNumber)
    }

    private static func isMixed(_ text: Substring) -> Bool {
        text.contains(where: \.isUppercase) && text.contains(where: \.isLowercase)
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
