import Records
import Regression
import Scraping

/// `scrape check RULES…`: what is wrong with rules files, and what will probably break.
struct CheckCommand {
    let options: CheckOptions
    let registry: Registry
    private let catalogue = RulesCatalogue.ofProcess()

    init(options: CheckOptions, registry: Registry) {
        self.options = options
        self.registry = registry
    }

    func run() -> ExitStatus {
        var status = ExitStatus.success
        for argument in options.rules {
            // It stands among the rules of a folder, and no run takes it for any.
            if argument.hasSuffix(".schema.json") {
                Console.error("note: \(argument) is a schema, not rules: left out")
                continue
            }
            do throws(Diagnostics) {
                let rules = try load(argument)
                Console.report(rules.brittle)
                status = max(status, try checkPages(rules))
            } catch {
                Console.report(error.all)
                status = max(status, ExitStatus(error.all))
            }
        }
        return status
    }

    private func load(_ argument: String) throws(Diagnostics) -> Rules {
        let path: String
        do throws(Diagnostic) { path = try catalogue.path(of: argument) } catch { throw Diagnostics([error]) }
        return try Rules.load(path, registry: registry)
    }

    /// Reads the pages by the rules and tells which selectors matched nothing in any of them.
    private func checkPages(_ rules: Rules) throws(Diagnostics) -> ExitStatus {
        let pages = try self.pages(for: rules)
        guard !pages.isEmpty else { return .success }
        let log = SelectorLog()
        var status = ExitStatus.success
        for page in pages {
            let outcome = rules.scrape(page, log: log)
            // Pages of the corpus have their golden files to say what is told of them.
            guard options.corpus == nil else { continue }
            Console.report(outcome.diagnostics)
            status = max(status, ExitStatus(outcome.diagnostics))
        }
        Console.report(rules.fruitless(log))
        return status
    }

    private func pages(for rules: Rules) throws(Diagnostics) -> [Page] {
        var pages: [Page] = []
        for name in options.pages {
            do throws(Diagnostic) {
                let limits = options.reading.limits
                pages.append(try PageFile.read(name, url: options.url, encoding: nil, limits: limits))
            } catch {
                throw Diagnostics([error])
            }
        }
        guard let corpus = options.corpus else { return pages }
        for test in try Corpus(folder: corpus).cases() {
            let facts = try test.facts()
            let name: String
            do throws(Diagnostic) {
                name = try catalogue.path(of: facts.rules ?? test.site)
            } catch {
                throw Diagnostics([error])
            }
            if File.isSame(name, rules.file.name) { pages.append(try test.page(facts)) }
        }
        return pages
    }
}
