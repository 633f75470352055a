import Batch
package import Cases
import DOM
import Engine
package import Fetching
import Language
import Politeness
import Records

extension CrawlReplay {
    /// Repeats crawls from their archives, without a network.
    package static let ofArchives = CrawlReplay { path, facts, rules, visit throws(Diagnostics) in
        do throws(Diagnostic) {
            let run = try CaseCrawl(path, facts, rules)
            return run.outcome(visit)
        } catch {
            throw Diagnostics([error])
        }
    }
}

/// The crawl of a case.
private struct CaseCrawl {
    private let crawl: Crawl
    private let plan: CrawlRules
    private let schema: Schema

    init(_ path: String, _ facts: Case.Facts, _ rules: Rules) throws(Diagnostic) {
        func refuse(_ message: String, _ help: String? = nil) -> Diagnostic {
            Diagnostic(.input, message, at: Location(file: path), help: help)
        }
        guard let plan = rules.crawl else {
            throw refuse("the case is a crawl, and \(rules.file.name) has no \"requests\"")
        }
        let limits = Limits()
        let recorded = try RecordedAnswers(path, limits: limits)
        if let damage = recorded.damage.first { throw refuse("the archive is damaged: \(damage)") }
        guard let clock = facts.saved ?? recorded.information["scrape-clock"] else {
            throw refuse(
                "neither the archive nor case.json says when the crawl was made",
                "add \"saved\" to case.json, such as \"2026-05-28T18:00:00Z\""
            )
        }
        let known = facts.inputs.map { RecordedInputs($0, plan) } ?? RecordedInputs(recorded, plan)
        let inputs: CrawlInputs
        do throws(Diagnostics) {
            inputs = try CrawlInputs(plan, given: known?.texts ?? [], clock: clock, isReplay: true) { name in
                known.map { $0.variables.contains(name) } ?? true ? name : nil
            }
        } catch {
            throw error.all.first ?? refuse("the inputs are wrong")
        }
        var options = Crawl.Options(clock: clock)
        options.limits = limits
        options.pages = facts.limit
        let gate = PoliteGate(agent: "scrape", SchedulerLimits())
        let fetcher = Fetcher(FetchOptions(), program: nil, gate: gate, recorded: recorded, isReplay: true)
        crawl = Crawl(rules, plan, inputs, fetcher, options)
        crawl.follow(gate)
        self.plan = plan
        schema = rules.schema
    }

    func outcome(_ visit: (CasePage) -> Void) -> CrawlReplay.Outcome {
        var outcome = CrawlReplay.Outcome()
        var joined = JoinedRecords(plan.kinds.flatMap(\.page.records), schema)
        var requests: [FetchRequest] = []
        crawl.onRequest = { requests.append($0) }
        withoutActuallyEscaping(visit) { visit in
            crawl.onPage = visit
            do throws(Diagnostic) {
                try crawl.run {
                    true
                } receive: { page throws(Diagnostic) in
                    outcome.diagnostics +=
                        joined.isEmpty ? page.diagnostics : joined.remaining(page.diagnostics)
                    if joined.isEmpty { outcome.records += page.records } else { joined.add(page.records) }
                }
            } catch {
                // A failed login, for example, ends the run.
                outcome.diagnostics.append(error)
            }
            crawl.onPage = { _ in }
        }
        if !joined.isEmpty {
            let (records, diagnostics) = joined.finish()
            outcome.records = records
            outcome.diagnostics += diagnostics
        }
        crawl.onRequest = { _ in }
        outcome.requests = requests.map(\.value)
        return outcome
    }
}

extension Crawl {
    /// Connects a gate to the crawl: the gate asks which answers come from busy hosts and which kinds ignore
    /// robots.txt, and provides sitemaps.
    package func follow(_ gate: PoliteGate) {
        let ignoring = plan.kinds.filter(\.ignoresRobots).flatMap(\.match)
        gate.isExempt = { request in
            ignoring.contains { AddressPattern.matches(request.address.href, pattern: $0) }
        }
        gate.isBusy = { [weak self] request, exchange in self?.busyAnswer(request, exchange) }
        sitemaps = { gate.sitemaps(of: $0) }
    }
}

extension FetchRequest {
    /// The request as written in `requests.jsonl`: its method, address, and the header fields and body from the rules.
    var value: Value {
        var members = [Value.Member("method", .string(method)), Value.Member("url", .string(address.href))]
        if !headers.isEmpty {
            var fields: [Value.Member] = []
            for field in headers {
                if let place = fields.firstIndex(where: { $0.name == field.name }) {
                    let old = fields[place].value
                    fields[place].value = .list((old.list ?? [old]) + [.string(field.value)])
                } else {
                    fields.append(Value.Member(field.name, .string(field.value)))
                }
            }
            members.append(Value.Member("headers", .object(fields)))
        }
        guard !body.isEmpty else { return .object(members) }
        let isJSON = headers.contains {
            $0.name.lowercased() == "content-type" && $0.value.lowercased().contains("json")
        }
        if isJSON, case let (json?, errors) = JSON.read(body, dialect: .strict), errors.isEmpty {
            members.append(Value.Member("body", json.value))
        } else if let text = String(validating: body, as: UTF8.self) {
            members.append(Value.Member("body", .string(text)))
        } else {
            let text = PercentText.encoded(body) { (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "%") }
            members.append(Value.Member("bytes", .string(text)))
        }
        return .object(members)
    }
}
