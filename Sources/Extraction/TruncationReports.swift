import Basics
import DOM
import Language
import Records
import Selectors
import Sources

// Reports truncated pages.
extension Diagnostic {
    /// Reports that a page looks truncated: an error if a part of it is lost, otherwise a warning.
    ///
    /// - Parameters:
    ///   - outcome: the outcome of reading the page, with everything that is missing.
    ///   - constantField: a field whose last place has a constant of the rules, because nothing is found there.
    init(
        _ truncation: Truncation,
        on page: Page,
        _ outcome: Outcome,
        _ constantField: String?,
        by rules: Rules
    ) {
        let lost =
            outcome.lost(by: rules)
            ?? constantField.map { "\($0) has a constant of the rules, since nothing is found for it" }
        self.init(
            truncation,
            page: page.name,
            lost: lost,
            help: truncation.part == .page
                ? "\"complete\": false in the rules is for sites whose pages end like that" : nil
        )
    }
}

extension Rules {
    /// Whether the rules report a sign of truncation.
    func reports(_ truncation: Truncation) -> Bool {
        switch truncationReports {
        case .all: true
        case .withinConstructs: truncation.part != .page
        case .none: false
        }
    }
}

// Constants of the rules on truncated pages.
extension Extraction {
    /// Notes that a field has a constant because the page has nothing for it, which a truncated page does not prove.
    mutating func noteConstant(_ value: Value, _ path: FieldPath) {
        guard document.truncation != nil, RecordPath.isFilled(value) else { return }
        let field = "\(record).\(path.text)"
        if !constantFields.contains(field) { constantFields.append(field) }
    }

    /// Notes that the page has something for a field: what is in an earlier place has not been lost.
    @inline(__always)
    mutating func forgetConstant(_ path: FieldPath) {
        if constantFields.isEmpty { return }
        let field = "\(record).\(path.text)"
        constantFields.removeAll { $0 == field }
    }

    /// Whether an arm of a case is the last resort: the last of several, which always matches.
    func isLastResort(_ arm: Int, of arms: [FieldAlternative.Arm]) -> Bool {
        document.truncation != nil && arm > 0 && arm == arms.count - 1
            && arms[arm].selector.description == "*"
    }
}

extension FieldAlternative {
    /// Whether its value is that of the first selector that matches.
    var isCase: Bool { if case .cases = origin { true } else { false } }
}

extension Outcome {
    /// What is missing on the page and may have been in the lost part: an error about a field or a record type, a
    /// record type without records, or a field that no record of its type has. `nil` if nothing is missing.
    fileprivate func lost(by rules: Rules) -> String? {
        if let error = diagnostics.first(where: { $0.severity == .error && $0.record != nil }) {
            let field = error.field.map { ".\($0)" } ?? ""
            return "\(error.record ?? "")\(field) is not as the rules expect"
        }
        var present: [String: Set<String>] = [:]
        for record in records {
            let filled = record.fields.lazy.filter { RecordPath.isFilled($0.value) }
            present[record.type, default: []].formUnion(filled.map(\.name))
        }
        for type in rules.records where !type.mayBeMissing {
            guard let names = present[type.name] else { return "there is no \(type.name)" }
            if let field = type.fieldNames.first(where: { !names.contains($0) }) {
                return "no \(type.name) has a value for \(field)"
            }
        }
        return diagnostics.contains { $0.severity == .error } ? "there are further errors" : nil
    }
}

extension RecordRule {
    /// The names of the fields that every layout of the record type has.
    fileprivate var fieldNames: [String] {
        guard case .nodes(let layouts) = content, let first = layouts.first else { return [] }
        let others = layouts.dropFirst().map { Set($0.fields.map(\.name)) }
        return first.fields.map(\.name).filter { name in others.allSatisfy { $0.contains(name) } }
    }
}
