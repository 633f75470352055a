import Glibc
import Records
import Regression
import Scraping

/// `scrape test`: every case of a corpus against its golden file.
struct TestCommand {
    let options: TestOptions
    let registry: Registry
    private let catalogue = RulesCatalogue.ofProcess()

    init(options: TestOptions, registry: Registry) {
        self.options = options
        self.registry = registry
    }

    func run() throws(Diagnostic) -> ExitStatus {
        if options.isUpdate, let ci = getenv("CI"), String(cString: ci) != "" {
            throw Diagnostic(
                .rules,
                "--update is refused where CI is set",
                help: "update where you can look at it"
            )
        }
        let status = try PluginCases(registry: registry).run(options.plugins.programs)
        // The plugins' cases alone are meant where no others are named.
        if !options.plugins.programs.isEmpty, options.names.isEmpty { return status }
        let cases = try chosenCases()
        let checked = max(status, options.isUpdate ? update(cases) : check(cases))
        guard options.coverage.isWanted else { return checked }
        let report = CoverageReport(options.coverage, catalogue, registry, isWhole: options.names.isEmpty)
        return max(checked, report.run(cases))
    }

    private func chosenCases() throws(Diagnostic) -> [Case] {
        let all: [Case]
        do throws(Diagnostics) {
            all = try Corpus(folder: options.corpus).cases()
        } catch {
            throw error.all.first ?? Diagnostic(.input, "cannot read \(options.corpus)")
        }
        for name in options.names where !all.contains(where: { matches($0, name) }) {
            let known = Set(all.map(\.site)).sorted() + all.map(\.description)
            throw Diagnostic(
                .rules,
                "no case \"\(name)\"",
                help: Suggestion.nearest(to: name, among: known).map { "did you mean \($0)?" }
            )
        }
        if all.isEmpty {
            throw Diagnostic(
                .rules,
                "no cases in \(options.corpus)",
                help: "a case is a folder SITE/CASE; see scrape test --help"
            )
        }
        return options.names.isEmpty
            ? all : all.filter { test in options.names.contains { matches(test, $0) } }
    }

    private func matches(_ test: Case, _ name: String) -> Bool {
        test.site == name || test.description == name
    }

    // MARK: - Checking

    private func check(_ cases: [Case]) -> ExitStatus {
        var status = ExitStatus.success
        var passed = 0
        for test in cases {
            switch test.verdict(catalogue, registry: registry) {
            case .passed:
                passed += 1
            case .differs(let differences):
                status = max(status, .page)
                Console.print("FAILED \(test)\n" + indented(differences))
            case .goldenMissing:
                status = max(status, .page)
                Console.print(
                    "FAILED \(test)\n    there is no golden.json; scrape test --update \(test) writes it"
                )
            case .broken(let diagnostics):
                status = max(status, ExitStatus(diagnostics.all))
                Console.print("FAILED \(test)\n" + indented(diagnostics.description))
            }
        }
        Console.print("\(passed) passed, \(cases.count - passed) failed")
        return status
    }

    // MARK: - Updating

    private func update(_ cases: [Case]) -> ExitStatus {
        var status = ExitStatus.success
        var written = 0
        for test in cases {
            do throws(Diagnostics) {
                guard let differences = try test.update(catalogue, registry: registry) else {
                    written += 1
                    Console.print("wrote   \(test)")
                    continue
                }
                if differences.isEmpty { continue }
                written += 1
                Console.print("changed \(test)\n" + indented(differences))
            } catch {
                status = max(status, ExitStatus(error.all))
                Console.print("FAILED \(test)\n" + indented(error.description))
            }
        }
        Console.print("\(written) of \(cases.count) golden files written")
        return status
    }

    private func indented(_ differences: [Difference]) -> String {
        indented(differences.map(\.description).joined(separator: "\n"))
    }

    private func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }.joined(
            separator: "\n"
        )
    }
}
