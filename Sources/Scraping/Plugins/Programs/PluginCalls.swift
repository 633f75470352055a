import Records
import Synchronization

/// What is asked of programs while a page is read.
///
/// Reading a page is a function of the page and of what programs answer. A question whose answer is not known is noted,
/// and what depends on it is withheld; when the page has been gone through, all questions are put at once, and the page
/// is gone through again with the answers. So a program is asked once for a page and each step of a chain, however
/// many values there are, and the same question is never put twice.
final class PluginCalls: Sendable {
    private struct Question: Hashable {
        let plugin: ObjectIdentifier
        let call: PluginCall
    }

    private struct State {
        var answers: [Question: PluginAnswer] = [:]
        /// The questions to be put, by plugin, in the order in which they came up.
        var open: [(plugin: RemotePlugin, calls: [PluginCall])] = []
        var isOpen: Set<Question> = []
        var failures: [(plugin: String, failure: PluginFailure, calls: Int)] = []
    }

    private let state = Mutex(State())

    /// Calls for a page.
    init() {}

    /// The answer to a call.
    ///
    /// - Throws: ``StepError/withheld`` while it is not known.
    func answer(of plugin: RemotePlugin, to call: PluginCall) throws(StepError) -> Value {
        let question = Question(plugin: ObjectIdentifier(plugin), call: call)
        let answer = state.withLock { state -> PluginAnswer in
            if let answer = state.answers[question] { return answer }
            guard state.isOpen.insert(question).inserted else { return .failure(.withheld) }
            if let index = state.open.firstIndex(where: { $0.plugin === plugin }) {
                state.open[index].calls.append(call)
            } else {
                state.open.append((plugin, [call]))
            }
            return .failure(.withheld)
        }
        return try answer.get()
    }

    /// Puts the questions that have come up.
    ///
    /// - Returns: whether there were any, so that the page is to be gone through again.
    func ask(for page: PluginPage) -> Bool {
        let open = state.withLock { state in
            defer {
                state.open = []
                state.isOpen = []
            }
            return state.open
        }
        for (plugin, calls) in open {
            var answers: [PluginAnswer]
            do throws(PluginFailure) {
                // What a page has ended is not asked for that page again.
                if let failure = failure(of: plugin) { throw failure }
                answers = try plugin.answers(to: calls, for: page)
            } catch {
                state.withLock { $0.failures.append((plugin.name, error, calls.count)) }
                answers = Array(repeating: .failure(.withheld), count: calls.count)
            }
            state.withLock { state in
                for (call, answer) in zip(calls, answers) {
                    state.answers[Question(plugin: ObjectIdentifier(plugin), call: call)] = answer
                }
            }
        }
        return !open.isEmpty
    }

    private func failure(of plugin: RemotePlugin) -> PluginFailure? {
        state.withLock { $0.failures.first { $0.plugin == plugin.name }?.failure }
    }

    /// Whether a plugin has failed to answer.
    var hasFailed: Bool { state.withLock { !$0.failures.isEmpty } }

    /// What is to be told of plugins that have failed: one diagnostic for each and page.
    func diagnostics(for page: PluginPage) -> [Diagnostic] {
        state.withLock(\.failures).reduce(into: [Diagnostic]()) { diagnostics, failed in
            let values = failed.calls == 1 ? "1 value" : "\(failed.calls) values"
            let message = "the plugin \(failed.plugin) \(failed.failure); \(values) could not be asked for"
            let location = Location(file: page.name)
            guard !diagnostics.contains(where: { $0.message.hasPrefix("the plugin \(failed.plugin) ") })
            else { return }
            diagnostics.append(Diagnostic(.input, message, at: location))
        }
    }
}

extension RemotePlugin {
    /// The answer to a call: by the page's calls where there are such, otherwise at once.
    func answer(to call: PluginCall, in context: PageContext) throws(StepError) -> Value {
        if let calls = context.calls { return try calls.answer(of: self, to: call) }
        let answers: [PluginAnswer]
        do throws(PluginFailure) {
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
