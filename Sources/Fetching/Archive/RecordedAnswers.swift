import Addresses
import Batch
import DOM
package import Engine
package import Records

/// The answers in an archive, by their requests. Repeated requests get the answers in the order of the archive, and
/// then the last one again.
///
/// If a run has requested the pages of an archive again, only that run's answers are given; the earlier answers are
/// those with which the run compared its own.
package final class RecordedAnswers {
    private struct Key: Hashable {
        let method: String
        let url: String
    }

    private var answers: [Key: [Exchange]] = [:]
    /// The last whole answer to each request, including those of earlier runs.
    private var latest: [Key: Exchange] = [:]
    private var taken: [Key: Set<Int>] = [:]
    /// The place of each body in the archive, by its digest.
    package private(set) var places: [String: RecordPlace] = [:]
    /// The parts of the archive that could not be read.
    package private(set) var damage: [String] = []
    /// The clock, inputs and digest of the rules of the run that wrote the archive.
    package private(set) var information: [String: String] = [:]
    /// Whether the file has no record at all: it is empty, or no archive.
    package private(set) var isEmpty = true
    private let path: String
    /// Replaces secrets with their placeholders in the archive.
    package var mask: (String) -> String = { $0 }

    /// Reads an archive.
    ///
    /// - Complexity: O(bytes of the archive), in time and memory.
    package init(_ path: String, limits: Limits) throws(Diagnostic) {
        self.path = path
        var records: ArchiveRecords
        do throws(File.Failure) {
            records = try ArchiveRecords(path, limits: limits)
        } catch {
            throw Diagnostic(.input, "cannot read the archive: \(error)", at: Location(file: path))
        }
        // Answers that records refer to.
        var byPlace: [RecordPlace: [UInt8]] = [:]
        var byID: [String: RecordPlace] = [:]
        var methods: [String: String] = [:]
        var bodies: [String: [UInt8]] = [:]
        while let found = records.next() {
            guard case .record(let record) = found else {
                if case .damaged(let message) = found { damage.append(message) }
                continue
            }
            isEmpty = false
            let id = record["warc-record-id"] ?? ""
            switch record.type {
            case "warcinfo":
                information = [:]
                for line in record.block.split(separator: 0x0A) {
                    guard let field = HeaderField(String(decoding: line.filter { $0 != 0x0D }, as: UTF8.self))
                    else { continue }
                    information[field.name] = field.value
                }
                if information[RecordedAnswers.newRun] != nil { answers = [:] }
            case "request":
                let method = String(decoding: record.block.prefix { $0 != 0x20 }, as: UTF8.self)
                if let other = record["warc-concurrent-to"] {
                    methods[other] = method
                    if let end = record.block.firstRange(of: Array("\r\n\r\n".utf8)) {
                        bodies[other] = Array(record.block[end.upperBound...])
                    }
                }
            case "response", "revisit", "metadata":
                guard let url = record.url else { continue }
                var exchange = Exchange(url: url, date: record["warc-date"] ?? "")
                exchange.ip = record["warc-ip-address"]
                exchange.version = record["warc-protocol"]
                exchange.method = record["scrape-method"] ?? methods[id] ?? "GET"
                exchange.requestBody = bodies[id] ?? []
                exchange.isMasked = record["scrape-masked"] == "true"
                if record["scrape-replaces"] == "true" { replace(by: exchange) }
                if record.type == "metadata" {
                    guard let failure = RecordedAnswers.failure(record.block) else { continue }
                    add(failure, to: exchange)
                    continue
                }
                exchange.response = record.block
                let key = Key(method: exchange.method, url: url)
                let digest = record["warc-payload-digest"]
                if record.type == "revisit" {
                    let place = RecordPlace(
                        url: record["warc-refers-to-target-uri"].flatMap { WebAddress.normalized($0) } ?? url,
                        date: record["warc-refers-to-date"] ?? ""
                    )
                    if byPlace[place] != nil {
                        exchange.original = place
                    } else {
                        let named = record["warc-refers-to"].flatMap { byID[$0] }
                        exchange.original = named ?? digest.flatMap { places[$0] } ?? latest[key]?.place
                    }
                    guard let original = exchange.original.flatMap({ byPlace[$0] }) else {
                        damage.append("the record of \(url) refers to another that is missing")
                        continue
                    }
                    exchange.response = RecordedAnswers.joined(record.block, original)
                } else {
                    byPlace[exchange.place] = record.block
                    byID[id] = exchange.place
                    if let digest, places[digest] == nil { places[digest] = exchange.place }
                }
                if exchange.head?.status == 200 { latest[key] = exchange }
                answers[key, default: []].append(exchange)
            default: continue
            }
        }
    }

    /// The field of `warcinfo` that marks the beginning of a run which does not continue the one before it.
    package static let newRun = "scrape-revalidates"

    /// The header of a revisit with the body of the answer that it repeats. For a revisit with status 304, the header
    /// is the original's.
    private static func joined(_ revisit: [UInt8], _ original: [UInt8]) -> [UInt8] {
        guard let first = ResponseHead(original) else { return original }
        guard let head = ResponseHead(revisit), head.status != 304 else { return original }
        return Array(revisit.prefix(head.length)) + original[first.length...]
    }

    private static func failure(_ block: [UInt8]) -> FetchFailure? {
        let value = JSON.read(block, dialect: .strict).0?.value
        guard let cause = (value?["failure"]?.string).flatMap(FetchFailure.Cause.init(rawValue:)) else {
            return nil
        }
        return FetchFailure(cause, value?["detail"]?.string ?? "")
    }

    /// Removes the answers that an answer of a continued run replaces.
    private func replace(by exchange: Exchange) {
        let key = Key(method: exchange.method, url: exchange.url)
        answers[key]?.removeAll { old in
            // The failure of an exchange comes after its own truncated answer.
            old.requestBody == exchange.requestBody && old.date != exchange.date
        }
        if answers[key]?.isEmpty == true { answers[key] = nil }
    }

    /// A failure belongs to the truncated answer before it, if there is one.
    private func add(_ failure: FetchFailure, to exchange: Exchange) {
        let key = Key(method: exchange.method, url: exchange.url)
        var exchange = exchange
        exchange.failure = failure
        if let last = answers[key]?.last, last.failure == nil, last.date == exchange.date {
            exchange.response = last.response
            answers[key]?.removeLast()
        }
        answers[key, default: []].append(exchange)
        if latest[key]?.date == exchange.date { latest[key] = nil }
    }

    /// The next answer to a request, preferably the one with the same body; `nil` if there is none.
    package func answer(to request: FetchRequest) -> Exchange? {
        let key = Key(method: request.method, url: mask(request.address.href))
        guard let all = answers[key], let last = all.last else { return nil }
        let used = taken[key, default: []]
        let body = Array(mask(String(decoding: request.body, as: UTF8.self)).utf8)
        let same = all.indices.filter { all[$0].requestBody == body }
        let places = same.isEmpty ? Array(all.indices) : same
        guard let next = places.first(where: { !used.contains($0) }) else {
            return places.last.map { all[$0] } ?? last
        }
        taken[key, default: []].insert(next)
        return all[next]
    }

    /// Whether there is an answer to a request that has not been returned yet.
    package func hasMore(of request: FetchRequest) -> Bool {
        let key = Key(method: request.method, url: mask(request.address.href))
        return (answers[key]?.count ?? 0) > (taken[key]?.count ?? 0)
    }

    /// The last whole answer with status 200 to a request, from any run.
    package func earlier(_ request: FetchRequest) -> Exchange? {
        latest[Key(method: request.method, url: mask(request.address.href))]
    }

    /// Reports that a request is not in the archive, with the most similar one that is.
    package func missing(_ request: FetchRequest) -> FetchFailure {
        let nearest = Suggestion.nearest(to: request.address.href, among: answers.keys.map(\.url).sorted())
        let other = nearest ?? nearestByPrefix(to: request.address.href)
        return FetchFailure(.notInArchive, "\(path)" + (other.map { "; the nearest in it is \($0)" } ?? ""))
    }

    /// The address with the longest common prefix with another.
    private func nearestByPrefix(to url: String) -> String? {
        answers.keys.map(\.url).sorted().max { left, right in
            RecordedAnswers.common(left, url) < RecordedAnswers.common(right, url)
        }
    }

    private static func common(_ left: String, _ right: String) -> Int {
        zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
    }
}
