import Records
import Regression

/// `--update` and `--accept`: writing golden files.
struct GoldenWriting {
    let text = TestText()
    private(set) var status = ExitStatus.success
    private var written = 0

    /// Writes what came out of a case as its golden file.
    mutating func update(_ result: CaseResult) {
        let test = result.test
        do throws(Diagnostics) {
            guard let differences = try result.update() else {
                written += 1
                Console.print("wrote   \(test)")
                return
            }
            if !differences.isEmpty { tell(test, differences) }
        } catch {
            fail(test, error)
        }
    }

    /// Writes some of what came out of a case into its golden file.
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
                        "there is no golden.json to accept a part into",
                        help: "scrape test --accept \(result.test) writes it"
                    )
                ])
            }
            let accepted = try result.accept { difference in
                parts.contains { $0.includes(difference) }
            }
            for part in parts where !accepted.contains(where: part.includes) { tellNothing(result, part) }
            if !accepted.isEmpty { tell(result.test, accepted) }
        } catch {
            fail(result.test, error)
        }
    }

    /// Tells how many files were written.
    func end(of count: Int) {
        Console.print("\(written) of \(count) golden files written")
    }

    private mutating func tell(_ test: Case, _ differences: [Difference]) {
        written += 1
        Console.print("changed \(test)\n" + text.indented(text.text(differences)))
    }

    private mutating func fail(_ test: Case, _ diagnostics: Diagnostics) {
        status = max(status, ExitStatus(diagnostics.all))
        Console.print(text.broken(test, diagnostics))
    }

    /// A part that does not differ: all is well, unless something else does and was probably meant.
    private mutating func tellNothing(_ result: CaseResult, _ part: AcceptedPart) {
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
                "\(result.test) has no difference in \"\(part.part)\" (--accept)",
                help: Suggestion.help(for: part.part, among: known)
            )
        ])
    }
}
