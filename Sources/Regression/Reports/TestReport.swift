public import Records

/// The results of a run as machines read them: one object.
///
/// `{"passed": 1, "failed": 1, "cases": [{"case": "site/name", "verdict": "differs", "differences": […], …}]}`. Times
/// are not part of it: the same corpus gives the same report.
public struct TestReport: Sendable {
    /// The results, in the corpus's order.
    public var results: [CaseResult]

    /// A report.
    public init(_ results: [CaseResult] = []) {
        self.results = results
    }

    /// How many cases passed.
    public var passed: Int { results.count { $0.verdict.isPassed } }

    /// The report as one object.
    public var value: Value {
        [
            "passed": .number(Number(passed)),
            "failed": .number(Number(results.count - passed)),
            "cases": .list(results.map(\.value)),
        ]
    }
}

extension CaseResult {
    /// The result as an object: the case, its verdict, differences, and what is told.
    public var value: Value {
        var members = [
            Value.Member("case", .string(test.description)),
            Value.Member("site", .string(test.site)),
            Value.Member("name", .string(test.name)),
            Value.Member("verdict", .string(verdict.name)),
        ]
        if let saved = facts?.saved { members.append(Value.Member("saved", .string(saved))) }
        members.append(Value.Member("differences", .list(differences.map(\.value))))
        members.append(Value.Member("diagnostics", .list(diagnostics.map(\.reported))))
        members.append(Value.Member("warnings", .list(warnings.map(\.reported))))
        return .object(members)
    }
}

extension Diagnostic {
    /// The diagnostic as an object.
    fileprivate var reported: Value {
        var members = [
            Value.Member("severity", .string(severity.rawValue)),
            Value.Member("message", .string(message)),
        ]
        if let location {
            members.append(Value.Member("file", .string(location.file)))
            if let line = location.line { members.append(Value.Member("line", .number(Number(line)))) }
            if let column = location.column {
                members.append(Value.Member("column", .number(Number(column))))
            }
        }
        if let help { members.append(Value.Member("help", .string(help))) }
        return .object(members)
    }
}
