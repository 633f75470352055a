import Records
import Synchronization

/// A program that answers as a plugin: the host's side of the protocol.
///
/// Questions go out in batches, each a line with a number of its own; the answer is a line with the same number and
/// as many results. What breaks the protocol ends the program: its later answers cannot be trusted either.
final class RemotePlugin: Sendable {
    /// What messages call it: its name, or its path while that is not known.
    let name: String
    private let program: PluginProgram
    private let state = Mutex(State())

    private struct State {
        var lastID = 0
        var failure: PluginFailure?
    }

    /// How many calls stand in one request at most, and from how many bytes on no further one is added: so that no
    /// line grows beyond what a program may be expected to read at once.
    private static let callLimit = 10_000
    private static let byteLimit = 8 << 20

    init(name: String, program: PluginProgram) {
        self.name = name
        self.program = program
    }

    /// The answers to calls, in their order.
    func answers(to calls: [PluginCall], for page: PluginPage?) throws(PluginFailure) -> [PluginAnswer] {
        var answers: [PluginAnswer] = []
        answers.reserveCapacity(calls.count)
        var batch: [String] = []
        var bytes = 0
        for call in calls {
            batch.append(JSONWriter.compact(call.message))
            bytes += batch.last?.utf8.count ?? 0
            if batch.count < RemotePlugin.callLimit, bytes < RemotePlugin.byteLimit { continue }
            answers += try request(batch, page)
            batch = []
            bytes = 0
        }
        if !batch.isEmpty { answers += try request(batch, page) }
        return answers
    }

    private func request(_ calls: [String], _ page: PluginPage?) throws(PluginFailure) -> [PluginAnswer] {
        let (id, failure) = state.withLock { state in
            state.lastID += 1
            return (state.lastID, state.failure)
        }
        if let failure { throw failure }
        let about = page.map { ",\"page\":" + JSONWriter.compact($0.message) } ?? ""
        let line = "{\"id\":\(id)\(about),\"calls\":[\(calls.joined(separator: ","))]}"
        let message = try RemotePlugin.read(try program.exchange(Array(line.utf8)), end)
        guard message["id"]?.number?.integer == id else {
            let found = message["id"].map { "request \($0.text)" } ?? "no request"
            throw end(PluginFailure("answered \(found) where request \(id) was asked"))
        }
        guard let results = message["results"]?.list, results.count == calls.count else {
            let count = message["results"]?.list?.count ?? 0
            throw end(PluginFailure("gave \(count) results for \(calls.count) calls"))
        }
        return results.map { result in
            PluginAnswer(result)
                ?? .failure(
                    StepError(
                        "expected {\"output\": …} or {\"error\": \"…\"} of the plugin \(name), found "
                            + JSONWriter.compact(result).quoted,
                        fault: .plugin
                    )
                )
        }
    }

    /// Ends the program for good and remembers why.
    @discardableResult
    func end(_ failure: PluginFailure) -> PluginFailure {
        state.withLock { $0.failure = $0.failure ?? failure }
        program.end()
        return failure
    }

    /// Reads a line of a program's.
    static func read(
        _ line: [UInt8],
        _ end: (PluginFailure) -> PluginFailure
    ) throws(PluginFailure) -> Value {
        let (json, errors) = JSON.read(line, dialect: .strict)
        if let error = errors.first {
            let shown = String(decoding: line.prefix(200), as: UTF8.self).quoted
            throw end(PluginFailure("answered what is not JSON (\(error.message)): \(shown)"))
        }
        guard let json, case .object = json.content else {
            let shown = String(decoding: line.prefix(200), as: UTF8.self).quoted
            throw end(PluginFailure("answered \(shown) where an object was expected"))
        }
        return json.value
    }
}
