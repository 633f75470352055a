public import Cases
import Engine
public import Records

/// The results of a run as a JSON object.
///
/// `{"passed": 1, "failed": 1, "cases": [{"case": "site/name", "verdict": "differs", "differences": […], …}]}`. Without
/// durations, so that the same corpus yields the same report.
public struct TestReport: Sendable {
    /// The results, in the order of the corpus.
    public var results: [CaseResult]

    /// Creates a report.
    public init(_ results: [CaseResult] = []) {
        self.results = results
    }

    /// The number of cases that passed.
    public var passed: Int { results.count { $0.verdict.isPassed } }

    /// The report in JSON.
    public var value: Value {
        [
            "passed": .number(Number(passed)),
            "failed": .number(Number(results.count - passed)),
            "cases": .list(results.map(\.value)),
        ]
    }
}

extension CaseResult {
    /// The result in JSON: the case, its verdict, differences, diagnostics and warnings.
    public var value: Value {
        var members = [
            Value.Member("case", .string(test.description)),
            Value.Member("site", .string(test.site)),
            Value.Member("name", .string(test.name)),
            Value.Member("verdict", .string(verdict.name)),
        ]
        if let saved = facts?.saved { members.append(Value.Member("saved", .string(saved))) }
        members.append(Value.Member("differences", .list(differences.map(\.value))))
        members.append(Value.Member("diagnostics", .list(diagnostics.map(\.reportValue))))
        members.append(Value.Member("warnings", .list(warnings.map(\.reportValue))))
        return .object(members)
    }
}

extension Diagnostic {
    /// The diagnostic in JSON.
    fileprivate var reportValue: Value {
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

/// The results of a run in JUnit XML for continuous integration, with a suite for each site.
public struct JUnitReport: Sendable {
    private let results: [CaseResult]

    /// Creates a report of results, which are in the order of the corpus.
    public init(_ results: [CaseResult]) {
        self.results = results
    }

    /// The XML.
    public var text: String {
        var sites: [String] = []
        for result in results where sites.last != result.test.site { sites.append(result.test.site) }
        let suites = sites.map { site in suite(site, results.filter { $0.test.site == site }) }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="scrape"\(JUnitReport.counts(results))>
            \(suites.joined())</testsuites>

            """
    }

    private func suite(_ site: String, _ results: [CaseResult]) -> String {
        let cases = results.map { JUnitReport.element($0) }.joined()
        return "  <testsuite name=\"\(XMLText.escaped(site))\"\(JUnitReport.counts(results))>\n"
            + cases + "  </testsuite>\n"
    }

    private static func counts(_ results: [CaseResult]) -> String {
        let errors = results.count { if case .broken = $0.verdict { true } else { false } }
        let failures = results.count { !$0.verdict.isPassed } - errors
        let time = results.map(\.duration).reduce(.zero, +)
        return " tests=\"\(results.count)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\""
            + " time=\"\(seconds(time))\""
    }

    private static func element(_ result: CaseResult) -> String {
        let head =
            "    <testcase classname=\"\(XMLText.escaped(result.test.site))\""
            + " name=\"\(XMLText.escaped(result.test.name))\" time=\"\(seconds(result.duration))\""
        let content = problem(result) + systemError(result)
        return content.isEmpty ? head + "/>\n" : head + ">\n" + content + "    </testcase>\n"
    }

    private static func problem(_ result: CaseResult) -> String {
        let (name, text): (String, String)
        switch result.verdict {
        case .passed: return ""
        case .differs(let differences):
            (name, text) = ("failure", differences.map(\.description).joined(separator: "\n"))
        case .goldenMissing:
            (name, text) = ("failure", "scrape test --update \(result.test) writes it")
        case .broken(let diagnostics): (name, text) = ("error", diagnostics.description)
        }
        return
            "      <\(name) message=\"\(XMLText.escaped(result.summary))\" type=\"\(result.verdict.name)\">"
            + XMLText.escaped(text) + "</\(name)>\n"
    }

    /// The diagnostics of the page and the warnings of the case. A broken case has its diagnostics as the error.
    private static func systemError(_ result: CaseResult) -> String {
        let all = (result.outcome?.diagnostics ?? []) + result.warnings
        if all.isEmpty { return "" }
        let text = all.map(\.description).joined(separator: "\n")
        return "      <system-err>\(XMLText.escaped(text))</system-err>\n"
    }

    /// Seconds with three decimal places, independent of the locale.
    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = String(1000 + attoseconds / 1_000_000_000_000_000)
        return "\(seconds).\(milliseconds.suffix(3))"
    }
}

/// Escapes text for XML.
enum XMLText {
    /// Escapes text for an element or an attribute in double quotes, in which a parser reads a line end as a space.
    /// Characters that XML 1.0 cannot represent, mostly control characters, become U+FFFD.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "\t", "\n": result.unicodeScalars.append(scalar)
            case "\r": result += "&#13;"
            case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// The results of a run in the Test Anything Protocol, version 14: a line for each case, followed by a YAML block if it
/// failed.
public struct TAPReport: Sendable {
    private var number = 0

    /// Creates a report without results.
    public init() {}

    /// The first lines of a report of a number of cases.
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

    /// The last line of a run that ends early.
    public static func bail(_ reason: String) -> String { "Bail out! \(escaped(reason))\n" }

    /// A YAML block. Its values are JSON, a subset of YAML.
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

    /// A description without directives and line ends.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("#", with: "\\#").replacing("\n", with: " ")
    }
}
