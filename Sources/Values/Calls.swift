import Basics
package import Records
import Synchronization

/// A question to a plugin's program: a definition, an input and arguments.
package struct PluginCall: Hashable, Sendable {
    /// Which kind of definition is called.
    package let kind: DefinitionKind
    /// The definition's name.
    package let name: String
    package let input: Value
    /// The arguments in the rules file; `null` where there are none.
    package let arguments: Value

    package init(kind: DefinitionKind, name: String, input: Value, arguments: Value) {
        self.kind = kind
        self.name = name
        self.input = input
        self.arguments = arguments
    }
}

/// What a program learns about the page that its calls are for.
package struct PluginPage: Hashable, Sendable {
    /// What messages call the page.
    package var name: String
    /// The address that relative links are resolved against.
    package var baseURL: String?
    /// The page's own time.
    package var clock: String?

    package init(name: String, baseURL: String?, clock: String?) {
        self.name = name
        self.baseURL = baseURL
        self.clock = clock
    }
}

/// What answers calls: a program that is a plugin.
package protocol CallResponder: AnyObject, Sendable {
    /// The plugin's name, for messages.
    var name: String { get }

    /// The answers to calls, in their order.
    ///
    /// - Throws: why there are none, in one line that follows the name.
    func answers(
        to calls: [PluginCall],
        for page: PluginPage?
    ) throws(CallFailure) -> [Result<Value, StepError>]
}

/// Why a program has not answered: `ended with exit status 3`.
package struct CallFailure: Error, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// The calls to programs while a page is read.
///
/// Reading is a function of the page and of the answers. A call whose answer is unknown is queued, and what depends on it
/// is withheld; after a window of records the queue is sent, and what was withheld is read with the answers. So a program
/// is called once for a window and each step of a chain, and the same call is never sent twice for a page.
package final class PendingCalls: Sendable {
    private struct Question: Hashable {
        let responder: ObjectIdentifier
        let call: PluginCall
    }

    private struct State {
        var answers: [Question: Result<Value, StepError>] = [:]
        /// The calls to be sent, by program, in the order in which they came up.
        var open: [(responder: any CallResponder, calls: [PluginCall])] = []
        var isOpen: Set<Question> = []
        var failures: [(responder: String, failure: CallFailure, calls: Int)] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// The answer to a call.
    ///
    /// - Throws: ``StepError/withheld`` while it is unknown.
    package func answer(of responder: any CallResponder, to call: PluginCall) throws(StepError) -> Value {
        let question = Question(responder: ObjectIdentifier(responder), call: call)
        let answer = state.withLock { state -> Result<Value, StepError> in
            if let answer = state.answers[question] { return answer }
            guard state.isOpen.insert(question).inserted else { return .failure(.withheld) }
            if let index = state.open.firstIndex(where: { $0.responder === responder }) {
                state.open[index].calls.append(call)
            } else {
                state.open.append((responder, [call]))
            }
            return .failure(.withheld)
        }
        return try answer.get()
    }

    /// Sends the queued calls.
    ///
    /// - Returns: whether there were any, so that what was withheld can be read again.
    package func send(for page: PluginPage) -> Bool {
        let open = state.withLock { state in
            defer {
                state.open = []
                state.isOpen = []
            }
            return state.open
        }
        for (responder, calls) in open {
            var answers: [Result<Value, StepError>]
            do throws(CallFailure) {
                // A program that a page has ended is not called again for that page.
                if let failure = failure(of: responder) { throw failure }
                answers = try responder.answers(to: calls, for: page)
            } catch {
                state.withLock { $0.failures.append((responder.name, error, calls.count)) }
                answers = Array(repeating: .failure(.withheld), count: calls.count)
            }
            state.withLock { state in
                for (call, answer) in zip(calls, answers) {
                    state.answers[Question(responder: ObjectIdentifier(responder), call: call)] = answer
                }
            }
        }
        return !open.isEmpty
    }

    private func failure(of responder: any CallResponder) -> CallFailure? {
        state.withLock { $0.failures.first { $0.responder == responder.name }?.failure }
    }

    /// Whether a program has failed to answer.
    package var hasFailed: Bool { state.withLock { !$0.failures.isEmpty } }

    /// The failures of programs: one diagnostic for each program and page.
    package func diagnostics(for page: PluginPage) -> [Diagnostic] {
        let failures = state.withLock(\.failures)
        return failures.indices.filter { index in
            !failures[..<index].contains { $0.responder == failures[index].responder }
        }
        .map { index in
            let (name, failure, count) = failures[index]
            let values = count == 1 ? "1 value" : "\(count) values"
            let message = "the plugin \(name) \(failure); \(values) could not be asked for"
            return Diagnostic(.input, message, at: Location(file: page.name))
        }
    }
}

/// The calls for one page, and what steps know about the page.
package struct PageCalls: Sendable {
    private let calls = PendingCalls()
    /// What programs learn about the page.
    package var page: PluginPage

    package init(page: PluginPage) { self.page = page }

    /// What steps know about the page.
    package var context: PageContext { PageContext(baseURL: page.baseURL, clock: page.clock, calls: calls) }

    /// Sends the queued calls.
    ///
    /// - Returns: whether there were any, so that what was withheld can be read again.
    package func send() -> Bool { calls.send(for: page) }

    /// The results of a function for some inputs, after programs have answered the calls that it makes.
    package func results<Input, Output>(
        of inputs: [Input],
        _ body: (Input, PageContext) throws(StepError) -> Output
    ) -> [Result<Output, StepError>] {
        let context = context
        func results() -> [Result<Output, StepError>] {
            inputs.map { input in
                do throws(StepError) { return .success(try body(input, context)) } catch {
                    return .failure(error)
                }
            }
        }
        var found = results()
        while send() { found = results() }
        return found
    }

    /// Whether a program has failed to answer.
    package var hasFailed: Bool { calls.hasFailed }

    /// The failures of programs.
    package var diagnostics: [Diagnostic] { calls.diagnostics(for: page) }
}
