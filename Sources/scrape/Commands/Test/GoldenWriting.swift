import Basics
import Cases
import Records
import Regression

/// Writes golden files, for `--update` and `--accept`.
struct GoldenWriting {
    let text = TestText()
    private(set) var status = ExitStatus.success
    private var written = 0

    /// Writes the records and diagnostics of a case as its golden file.
    mutating func update(_ result: CaseResult) {
        let test = result.test
        do throws(Diagnostics) {
            guard let differences = try result.update() else {
                written += 1
                Console.print("wrote   \(test)\(accepted(result))")
                return
            }
            if !differences.isEmpty { report(test, differences, accepted(result)) }
        } catch {
            fail(test, error)
        }
    }

    /// Writes parts of the records and diagnostics of a case into its golden file.
    mutating func accept(_ result: CaseResult, _ parts: [AcceptedPart]) {
        if case .goldenMissing = result.verdict, parts.contains(where: \.part.isEmpty) {
            update(result)
            return
        }
        do throws(Diagnostics) {
            if case .goldenMissing = result.verdict {
                throw Diagnostics([
                    Diagnostic(
                        .rules,
                        "golden.json is missing: no part can be accepted",
                        help: "scrape test --accept \(result.test) writes it"
                    )
                ])
            }
            let accepted = try result.accept { difference in
                parts.contains { $0.includes(difference) }
            }
            for part in parts where !accepted.contains(where: part.includes) { reportUnchanged(result, part) }
            if !accepted.isEmpty { report(result.test, accepted) }
        } catch {
            fail(result.test, error)
        }
    }

    /// Prints the number of files that were written.
    func end(of count: Int) {
        Console.print("\(written) of \(count) golden files written")
    }

    /// The page's errors that a golden file of the whole outcome accepts: `, which accepts 3 errors`.
    private func accepted(_ result: CaseResult) -> String {
        let errors = result.diagnostics.count { $0.severity == .error }
        return errors == 0 ? "" : ", which accepts \(errors == 1 ? "one error" : "\(errors) errors")"
    }

    private mutating func report(_ test: Case, _ differences: [Difference], _ accepted: String = "") {
        written += 1
        Console.show("changed \(test)\(accepted)\n" + text.indented(text.text(differences)))
    }

    private mutating func fail(_ test: Case, _ diagnostics: Diagnostics) {
        status = max(status, ExitStatus(diagnostics.all))
        Console.show(text.broken(test, diagnostics))
    }

    /// Refuses a part without a difference if another part differs, which was probably intended.
    private mutating func reportUnchanged(_ result: CaseResult, _ part: AcceptedPart) {
        if part.part.isEmpty || result.differences.isEmpty { return }
        var known: [String] = []
        for difference in result.differences {
            let name =
                difference.fieldNames.isEmpty
                ? difference.type ?? "diagnostics" : difference.fieldNames.joined(separator: ".")
            if !known.contains(name) { known.append(name) }
        }
        status = max(status, .usage)
        Console.report([
            Diagnostic(
                .rules,
                "\(result.test) does not differ in \"\(part.part)\" (--accept)",
                help: Suggestion.help(for: part.part, among: known)
            )
        ])
    }
}
