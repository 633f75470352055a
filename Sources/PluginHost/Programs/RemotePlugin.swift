import Records
import Scraping
import Synchronization
import Values

/// A program that answers as a plugin: the host's side of the protocol.
///
/// Questions go out in batches, each a line with a number of its own; the answer is a line with the same number and
/// as many results. What breaks the protocol ends the program: its later answers cannot be trusted either. One that a
/// page has crashed or hung is started anew for the next page, which is none of its business.
final class RemotePlugin: CallResponder {
    /// What messages call it: its name, or its path while that is not known.
    let name: String
    private let restart: @Sendable () throws(PluginFailure) -> PluginProgram
    /// Threads take turns.
    private let state: Mutex<State>

    private struct State {
        var program: PluginProgram
        var lastID = 0
        /// Why the program has ended.
        var failure: PluginFailure?
        /// How often it has ended since it has answered last.
        var failures = 0
    }

    /// How often a program that answers nothing is started: each time may take as long as an answer.
    private static let restartLimit = 3

    /// How many calls stand in one request at most, and from how many bytes on no further one is added: so that no
    /// line grows beyond what a program may be expected to read at once.
    private static let callLimit = 10_000
    private static let byteLimit = 8 << 20

    /// A program that has been started.
    ///
    /// - Parameter restart: starts it anew.
    init(
        name: String,
        program: PluginProgram,
        restart: @escaping @Sendable () throws(PluginFailure) -> PluginProgram
    ) {
        self.name = name
        self.restart = restart
        state = Mutex(State(program: program))
    }

    func answers(
        to calls: [PluginCall],
        for page: PluginPage?
    ) throws(CallFailure) -> [PluginAnswer] {
        do throws(PluginFailure) { return try exchange(calls, page) } catch {
            throw CallFailure(error.description)
        }
    }

    /// The answers to calls, in their order.
    private func exchange(
        _ calls: [PluginCall],
        _ page: PluginPage?
    ) throws(PluginFailure) -> [PluginAnswer] {
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
        try state.withLock { state throws(PluginFailure) in
            let program = try running(&state)
            state.lastID += 1
            do throws(PluginFailure) {
                let results = try RemotePlugin.results(of: calls, page, state.lastID, program)
                state.failures = 0
                return results.map(answer)
            } catch {
                program.end()
                state.failure = error
                state.failures += 1
                throw error
            }
        }
    }

    /// The program, started anew where a page has ended it.
    private func running(_ state: inout State) throws(PluginFailure) -> PluginProgram {
        guard let failure = state.failure else { return state.program }
        guard failure.reason.mayBeOfOnePage, state.failures < RemotePlugin.restartLimit else { throw failure }
        do throws(PluginFailure) { state.program = try restart() } catch {
            state.failure = error
            state.failures = RemotePlugin.restartLimit
            throw error
        }
        state.failure = nil
        return state.program
    }

    private static func results(
        of calls: [String],
        _ page: PluginPage?,
        _ id: Int,
        _ program: PluginProgram
    ) throws(PluginFailure) -> [Value] {
        let about = page.map { ",\"page\":" + JSONWriter.compact($0.message) } ?? ""
        let line = "{\"id\":\(id)\(about),\"calls\":[\(calls.joined(separator: ","))]}"
        let message = try read(try program.exchange(Array(line.utf8)))
        guard message["id"]?.number?.integer == id else {
            let found = message["id"].map { "request \($0.text)" } ?? "no request"
            throw PluginFailure("answered \(found) where request \(id) was asked")
        }
        guard let results = message["results"]?.list, results.count == calls.count else {
            let count = message["results"]?.list?.count ?? 0
            throw PluginFailure("gave \(count) results for \(calls.count) calls")
        }
        return results
    }

    private func answer(_ result: Value) -> PluginAnswer {
        PluginAnswer(result)
            ?? .failure(
                StepError(
                    "expected {\"output\": …} or {\"error\": \"…\"} of the plugin \(name), found "
                        + JSONWriter.compact(result).quoted,
                    fault: .plugin
                )
            )
    }

    /// Reads a line of a program's.
    static func read(_ line: [UInt8]) throws(PluginFailure) -> Value {
        let (json, errors) = JSON.read(line, dialect: .strict)
        if let error = errors.first {
            let shown = String(decoding: line.prefix(200), as: UTF8.self).quoted
            throw PluginFailure("answered what is not JSON (\(error.message)): \(shown)")
        }
        guard let json, case .object = json.content else {
            let shown = String(decoding: line.prefix(200), as: UTF8.self).quoted
            throw PluginFailure("answered \(shown) where an object was expected")
        }
        return json.value
    }
}

extension RemotePlugin {
    /// The answer to a call: by the page's calls where there are such, otherwise at once.
    func answer(to call: PluginCall, in context: PageContext) throws(StepError) -> Value {
        if let calls = context.calls { return try calls.answer(of: self, to: call) }
        let answers: [PluginAnswer]
        do throws(CallFailure) {
            answers = try self.answers(to: [call], for: nil)
        } catch {
            throw StepError("the plugin \(name) \(error)", fault: .plugin)
        }
        guard let answer = answers.first else { throw StepError.withheld }
        return try answer.get()
    }

    /// The same, of a type that the plugin has declared.
    func answer(
        to call: PluginCall,
        declaring type: ValueType,
        in context: PageContext
    ) throws(StepError) -> Value {
        let value = try answer(to: call, in: context)
        if type.holds(value) { return value }
        throw StepError(
            "the plugin \(name) declares that \(call.name) gives \(type), and it gave \(value.kind): \(value.quoted)",
            fault: .plugin
        )
    }

    /// The same, as a text.
    func text(for call: PluginCall, in context: PageContext) throws(StepError) -> String {
        let value = try answer(to: call, declaring: .string, in: context)
        guard let text = value.string else {
            throw StepError(
                "the plugin \(name) gave \(value.kind) for \(call.name), which gives a text",
                fault: .plugin
            )
        }
        return text
    }
}
