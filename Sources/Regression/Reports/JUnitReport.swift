import Records
import Scraping

/// Results as JUnit's XML, which continuous integration reads: a suite a site.
public struct JUnitReport: Sendable {
    private let results: [CaseResult]

    /// A report of results in the corpus's order.
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
        let content = problem(result) + told(result)
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

    /// What is told of the page and the case; of a broken case that is the problem itself.
    private static func told(_ result: CaseResult) -> String {
        var all = result.warnings
        if result.outcome != nil { all = (result.outcome?.diagnostics ?? []) + all }
        if all.isEmpty { return "" }
        let text = all.map(\.description).joined(separator: "\n")
        return "      <system-err>\(XMLText.escaped(text))</system-err>\n"
    }

    /// Seconds with three places, written without regard to any locale.
    private static func seconds(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = String(1000 + attoseconds / 1_000_000_000_000_000)
        return "\(seconds).\(milliseconds.suffix(3))"
    }
}

/// Text in XML.
enum XMLText {
    /// The text for an element or an attribute in double quotes, in which a line's end is read as a space. What XML
    /// 1.0 has no way to write, control characters for the most part, becomes U+FFFD.
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
