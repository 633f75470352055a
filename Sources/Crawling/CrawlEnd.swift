import Engine
import Fetching
import Language
import Records

// What a run reports at its end.
extension Crawl {
    /// The report at the end of a run: the requests that limits have left out, the rules that have led nowhere, and
    /// what is missing.
    func ending() -> CrawlPage {
        var last = CrawlPage(url: "")
        if summary.left > 0 {
            last.diagnostics.append(
                Diagnostic(
                    .page,
                    "a limit has ended the run: \(summary.left) requests are left",
                    severity: .warning
                )
            )
        }
        for (range, links) in found.sorted(by: { $0.key.lowerBound < $1.key.lowerBound }) {
            func warn(_ message: String) {
                last.diagnostics.append(Diagnostic(.page, message, severity: .warning, at: place(range)))
            }
            if links.entries == 0 {
                warn(
                    "this rule finds no link on any page of \"\(links.kind)\" (\(counted(links.pages, "page")))"
                )
            }
            if links.uncovered == 1 {
                warn(
                    "a link to \"\(links.target)\" leads to an address that no \"match\" covers, and is not followed: \(links.example)"
                )
            } else if links.uncovered > 1 {
                warn(
                    "\(links.uncovered) links to \"\(links.target)\" lead to addresses that no \"match\" covers, and are not followed: \(links.example) …"
                )
            }
        }
        for (_, known) in repeatedly.sorted(by: { $0.value.from < $1.value.from }) {
            last.diagnostics.append(
                Diagnostic(
                    .page,
                    "\(known.count) addresses are left out, since they lead by redirects to \(known.to), which has been read: \(known.from)\(known.count > 1 ? " …" : "")",
                    severity: .warning
                )
            )
        }
        for (type, count) in repeatedRecords.sorted(by: { $0.key < $1.key }) {
            last.diagnostics.append(
                Diagnostic(
                    .page,
                    "records of \(type) have the unique values of records on other pages: \(count)",
                    severity: .warning,
                    help: "\"across\": true next to \"unique\" merges them"
                )
            )
        }
        if let error = nothing() {
            summary.failures += 1
            last.diagnostics.append(error)
        }
        if let problem = store.problem { last.diagnostics.append(problem) }
        return last
    }

    /// Finds the records that have the same unique values as others: a list that shifts while it is read yields some
    /// records twice.
    func count(_ records: [Record], of kind: RequestKind) {
        let types = kind.page.records.filter { !$0.unique.isEmpty && !$0.isAcross }
        if types.isEmpty { return }
        var new: Set<RequestKey> = []
        for record in records {
            guard let type = types.first(where: { $0.name == record.type }) else { continue }
            guard let values = type.uniqueValues(of: record) else { continue }
            let key = RequestKey(type.name + JSONWriter.compact(.list(values)))
            if uniqueValues.contains(key) { repeatedRecords[type.name, default: 0] += 1 }
            new.insert(key)
        }
        for key in new { uniqueValues.insert(key) }
    }

    /// Reports that a run has yielded no records although its rules require some, if nothing else explains it.
    func nothing() -> Diagnostic? {
        guard summary.records == 0, summary.pages > 0, summary.left == 0, !hasErrors, !mayBeEmpty else {
            return nil
        }
        let needed = plan.kinds.first { kind in
            kind.hasRecords && kind.page.records.contains { !$0.mayBeMissing }
        }
        return needed.map { kind in
            Diagnostic(
                .page,
                "the crawl has no records",
                notes: [
                    Diagnostic.Note("the pages of \"\(kind.name)\" must have some", at: place(kind.range))
                ],
                help:
                    "if that is possible, declare an answer with \"is\": \"empty\", or give the record type an \"expect\" with \"count\": \"0..\""
            )
        }
    }

    /// Whether a diagnostic is an error, and is not about a missing part of a record that another page may have.
    func isFailure(_ diagnostic: Diagnostic) -> Bool {
        diagnostic.severity == .error
            && !(diagnostic.isOfPart && diagnostic.record.map(acrossTypes.contains) == true)
    }
}
