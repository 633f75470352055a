import Records

/// Results in the Test Anything Protocol, version 14: a line a case, with what went wrong as YAML below it.
public struct TAPReport: Sendable {
    private var number = 0

    /// A report that has not begun.
    public init() {}

    /// What a run of so many cases begins with.
    public static func header(_ count: Int) -> String {
        "TAP version 14\n1..\(count)" + (count == 0 ? " # SKIP no cases" : "") + "\n"
    }

    /// The lines of the next result.
    public mutating func lines(_ result: CaseResult) -> String {
        number += 1
        let status = result.verdict.isPassed ? "ok" : "not ok"
        var lines = ["\(status) \(number) - \(TAPReport.escaped(result.test.description))"]
        if !result.verdict.isPassed { lines += TAPReport.block(result).map { "  " + $0 } }
        for warning in result.warnings {
            lines.append("# warning: \(warning.message.replacing("\n", with: " "))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// What a run that ends early ends with.
    public static func bail(_ reason: String) -> String { "Bail out! \(escaped(reason))\n" }

    /// YAML whose values are JSON, which is YAML too.
    private static func block(_ result: CaseResult) -> [String] {
        var lines = ["---", "message: \(json(.string(result.summary)))", "severity: fail"]
        if !result.differences.isEmpty {
            lines.append("differences:")
            lines += result.differences.map { "  - \(json($0.value))" }
        }
        let diagnostics = result.diagnostics.map { "  - \(json(.string($0.description)))" }
        if !diagnostics.isEmpty { lines += ["diagnostics:"] + diagnostics }
        return lines + ["..."]
    }

    private static func json(_ value: Value) -> String { JSONWriter.compact(value) }

    /// A description in which nothing is taken for a directive or a line's end.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("#", with: "\\#").replacing("\n", with: " ")
    }
}

extension CaseResult {
    /// How the case came out, in a line.
    public var summary: String {
        switch verdict {
        case .passed: "passed"
        case .differs(let all): all.count == 1 ? "1 difference" : "\(all.count) differences"
        case .goldenMissing: "there is no golden.json"
        case .broken(let diagnostics): diagnostics.all.first?.message ?? "the case could not be run"
        }
    }
}
