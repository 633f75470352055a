public import Records

/// What of a case is accepted as it comes out: `site/case`, `site/case.field`, `site/case.Type.field`.
///
/// A field may be one of an object (`site/case.exercises.reps`), a type alone means all that differs in its records,
/// and `site/case.diagnostics` what is told of the page.
public struct AcceptedPart: Hashable, Sendable {
    /// The case, as `site/case`.
    public let test: String
    /// The type, the field, or both; empty for all.
    public let part: String

    /// Reads a part.
    ///
    /// - Throws: that there is no such case.
    public init(_ text: String, among cases: [Case]) throws(Diagnostic) {
        // A case's name may have a dot as well: the longest that fits is meant.
        let fitting = cases.map(\.description).filter { text == $0 || text.hasPrefix($0 + ".") }
        guard let test = fitting.max(by: { $0.utf8.count < $1.utf8.count }) else {
            let wanted = text.split(separator: "/", maxSplits: 1).count == 2 ? text : text + "/"
            let known = cases.map(\.description)
            let name = wanted.split(separator: ".").first.map(String.init) ?? wanted
            throw Diagnostic(
                .rules,
                "no case \"\(text)\" (--accept)",
                help: Suggestion.nearest(to: name, among: known).map { "did you mean \($0)?" }
                    ?? "write SITE/CASE, SITE/CASE.FIELD or SITE/CASE.TYPE.FIELD"
            )
        }
        self.test = test
        part = String(text.dropFirst(test.count + 1))
    }

    /// Whether a difference of the case is accepted.
    public func includes(_ difference: Difference) -> Bool {
        if part.isEmpty { return true }
        switch difference.subject {
        case .diagnostic: return part == "diagnostics"
        case .types: return part == "types"
        case .record(let record): return part == record.type
        case .field(let record, let path):
            let name = path.names.joined(separator: ".")
            return AcceptedPart.isPath(name, in: part)
                || AcceptedPart.isPath("\(record.type).\(name)", in: part)
        }
    }

    private static func isPath(_ name: String, in part: String) -> Bool {
        name == part || name.hasPrefix(part + ".")
    }
}

extension AcceptedPart: CustomStringConvertible {
    /// The part as it is written.
    public var description: String { part.isEmpty ? test : "\(test).\(part)" }
}
