import Engine
public import Records

extension CaseResult {
    /// Writes the outcome as the case's golden file.
    ///
    /// - Returns: the differences from the previous file, or `nil` if there was no readable file.
    /// - Throws: if the case could not be run or the file cannot be written.
    public func update() throws(Diagnostics) -> [Difference]? {
        guard let found else { throw Diagnostics(diagnostics) }
        if verdict.isPassed { return [] }
        try write(found.text, test.goldenPath)
        if let foundRequests { try write(foundRequests.text, test.requestsPath) }
        if case .goldenMissing = verdict { return nil }
        return differences
    }

    /// Writes the case's golden file with some of the differences accepted.
    ///
    /// - Returns: the accepted differences. If there are none, nothing is written.
    /// - Throws: if the case could not be run or the file cannot be written.
    public func accept(_ isAccepted: (Difference) -> Bool) throws(Diagnostics) -> [Difference] {
        guard let comparison else { throw Diagnostics(diagnostics) }
        var accepted: [Difference] = []
        func decide(_ difference: Difference) -> Bool {
            guard isAccepted(difference) else { return false }
            accepted.append(difference)
            return true
        }
        if let requests {
            let list = requests.accepting(decide)
            if !accepted.isEmpty { try write(RequestList(list).text, test.requestsPath) }
        }
        let before = accepted.count
        let golden = comparison.accepting(decide)
        if accepted.count > before { try write(golden.text, test.goldenPath) }
        return accepted
    }

    private func write(_ text: String, _ path: String) throws(Diagnostics) {
        try test.checkPlace(of: path)
        do throws(File.Failure) {
            let file = try ReplacementFile(path)
            try file.write(text.utf8)
            try file.commit()
        } catch {
            throw Diagnostics([
                Diagnostic(.input, "cannot write: \(error)", at: Location(file: path))
            ])
        }
    }
}

/// The part of a case whose differences are accepted: `site/case`, `site/case.field`, `site/case.Type.field`.
///
/// A field may belong to an object (`site/case.exercises.reps`). A type alone selects all differences in its records, and
/// `site/case.diagnostics` the page's diagnostics. The requests of a crawl are `site/case.request`, and their parts
/// `site/case.request.url`.
public struct AcceptedPart: Hashable, Sendable {
    /// The case, written `site/case`.
    public let test: String
    /// The type, the field, or both. Empty for the whole case.
    public let part: String

    /// Parses a part.
    ///
    /// - Throws: if there is no such case.
    public init(_ text: String, among cases: [Case]) throws(Diagnostic) {
        // A case's name may contain a dot: the longest name that fits wins.
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

    /// Whether the part includes a difference of the case.
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
    /// The part in the form that ``init(_:among:)`` parses.
    public var description: String { part.isEmpty ? test : "\(test).\(part)" }
}
