import Engine
import Records
import Synchronization
import Values

/// A program that answers as a plugin: the host's side of the protocol.
///
/// Calls are sent in batches, each as a line with an ID; the answer is a line with the same ID and the same number of
/// results. A program that violates the protocol is ended, as its later answers cannot be trusted. One that crashed or
/// hung on a page is started again for the next page.
final class RemotePlugin: CallResponder {
    /// The plugin's name.
    let name: String
    private let restart: @Sendable () throws(PluginFailure) -> PluginProgram
    /// Locked during a request.
    private let state: Mutex<State>

    private struct State {
        var program: PluginProgram
        var lastID = 0
        /// Why the program has ended.
        var failure: PluginFailure?
        /// The number of its failures since its last answer.
        var failures = 0
    }

    /// The maximum number of starts of a program without an answer: each start may take as long as an answer.
    private static let restartLimit = 3

    /// The maximum number of calls in a request, and the size in bytes from which no further call is added: a program
    /// must be able to read the line into memory.
    private static let callLimit = 10_000
    private static let byteLimit = 8 << 20

    /// A program that has been started.
    ///
    /// - Parameter restart: starts it again.
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
            throw CallFailure(error.description, help: error.help)
        }
    }

    /// The answers to calls, in order.
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

    /// The program, started again if it failed on one page.
    private func running(_ state: inout State) throws(PluginFailure) -> PluginProgram {
        guard let failure = state.failure else { return state.program }
        guard failure.reason.mayBeCausedByPage, state.failures < RemotePlugin.restartLimit else {
            throw failure
        }
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
            throw PluginFailure("answered \(found) instead of request \(id)")
        }
        guard let results = message["results"]?.list, results.count == calls.count else {
            let count = message["results"]?.list?.count ?? 0
            throw PluginFailure("returned \(count) results for \(calls.count) calls")
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

    /// Reads a line that a program wrote.
    static func read(_ line: [UInt8]) throws(PluginFailure) -> Value {
        let (json, errors, losses) = JSON.readWithLosses(line, dialect: .strict)
        if let error = errors.first {
            let shown = String(decoding: line.prefix(200), as: UTF8.self).quoted
            throw PluginFailure("answered with invalid JSON (\(error.message)): \(shown)")
        }
        guard let json, case .object = json.content else {
            let shown = String(decoding: line.prefix(200), as: UTF8.self).quoted
            throw PluginFailure("answered \(shown) instead of an object")
        }
        if let loss = losses.first.first {
            throw PluginFailure("answered with \(loss.written), which no text of a record can contain")
        }
        return json.value
    }
}

extension RemotePlugin {
    /// The answer to a call, which is collected with the page's other calls if the context supports it.
    func answer(to call: PluginCall, in context: PageContext) throws(StepError) -> Value {
        if let calls = context.calls { return try calls.answer(of: self, to: call) }
        let answers: [PluginAnswer]
        do throws(CallFailure) {
            answers = try self.answers(to: [call], for: nil)
        } catch {
            throw StepError("the plugin \(name) \(error)", help: error.help, fault: .plugin)
        }
        guard let answer = answers.first else { throw StepError.withheld }
        return try answer.get()
    }

    /// The answer to a call, checked against the type that the plugin declares.
    func answer(
        to call: PluginCall,
        declaring type: ValueType,
        in context: PageContext
    ) throws(StepError) -> Value {
        let value = try answer(to: call, in: context)
        if type.holds(value) { return value }
        throw StepError(
            "the plugin \(name) declares that \(call.name) returns \(type), but it returned \(value.kind): \(value.quoted)",
            fault: .plugin
        )
    }

    /// The answer to a call that returns a text.
    func text(for call: PluginCall, in context: PageContext) throws(StepError) -> String {
        let value = try answer(to: call, declaring: .string, in: context)
        guard let text = value.string else {
            throw StepError(
                "the plugin \(name) returned \(value.kind) for \(call.name), which must return a text",
                fault: .plugin
            )
        }
        return text
    }
}
