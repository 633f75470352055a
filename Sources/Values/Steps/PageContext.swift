package import Addresses
import Basics
package import Encoding
public import Records
import Synchronization

/// Data about a page that steps and types have in addition to the value.
public struct PageContext: Sendable {
    /// A class, so that passing the context on costs one reference count.
    private let parts: Parts

    private final class Parts: Sendable {
        let baseURL: String?
        let clock: String?
        let timezone: String?
        let encoding: Encoding
        let base: WebAddress?
        let calls: PendingCalls?
        let remarks = StepRemarks()
        let digits = DigitsOfElements()

        init(
            baseURL: String?,
            clock: String?,
            timezone: String?,
            encoding: Encoding,
            calls: PendingCalls?
        ) {
            self.timezone = timezone
            self.baseURL = baseURL
            self.encoding = encoding
            base = baseURL.flatMap { try? WebAddress($0) }
            self.clock = clock
            self.calls = calls
        }
    }

    /// The context of a page.
    public init(baseURL: String? = nil, clock: String? = nil) {
        self.init(baseURL: baseURL, clock: clock, encoding: .utf8, calls: nil)
    }

    package init(
        baseURL: String?,
        clock: String?,
        timezone: String? = nil,
        encoding: Encoding,
        calls: PendingCalls?
    ) {
        parts = Parts(baseURL: baseURL, clock: clock, timezone: timezone, encoding: encoding, calls: calls)
    }

    /// The address that relative links are resolved against; `nil` if none is known.
    public var baseURL: String? { parts.baseURL }

    /// The page's own time in ISO 8601, against which relative dates are read; `nil` if none is known.
    public var clock: String? { parts.clock }

    /// The time zone of a request's days; `nil` if none is known.
    package var timezone: String? { parts.timezone }

    /// The encoding of the page, in which browsers write the queries of its links.
    package var encoding: Encoding { parts.encoding }

    /// The parsed base address; `nil` if it is not an address.
    package var base: WebAddress? { parts.base }

    /// The queued calls to programs for the page; `nil` if each call is sent immediately.
    package var calls: PendingCalls? { parts.calls }

    /// The warnings of built-in steps.
    package var remarks: StepRemarks { parts.remarks }

    /// The digits of different elements that follow each other in the texts of the current field.
    package var digits: DigitsOfElements { parts.digits }
}

extension PageContext {
    /// Makes an address from the page absolute against the page's own, as in browsers.
    ///
    /// - Throws: an error for text that is not an address, and for a relative address if ``baseURL`` is `nil`.
    public func resolve(_ address: String) throws(StepError) -> String { try resolve(address, against: base) }

    /// Makes an address from the page absolute against a given one.
    package func resolve(_ address: String, against base: WebAddress?) throws(StepError) -> String {
        do throws(AddressError) {
            return try WebAddress.href(of: address, base: base, encoding: encoding)
        } catch {
            throw failure(error, of: address)
        }
    }

    private func failure(_ error: AddressError, of address: String) -> StepError {
        guard error == .relativeWithoutBase else {
            return StepError("\(address.quoted) is not an address: it \(error)")
        }
        guard let baseURL else {
            return StepError(
                "\(address.quoted) is relative, and the page's own address is not known (give --url)"
            )
        }
        return StepError("\(address.quoted) is relative, and the page's address \(baseURL.quoted) is not one")
    }
}

/// The warnings of steps and types about values that they could read; reported with the value's location.
package final class StepRemarks: Sendable {
    private let messages = Mutex<[String]>([])
    private let count = Atomic(0)

    package func add(_ message: String) {
        messages.withLock { messages in
            messages.append(message)
            count.store(messages.count, ordering: .relaxed)
        }
    }

    /// Whether there are none, without a lock: a page is read by one thread.
    package var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

    /// Returns and removes the messages.
    package func take() -> [String] {
        messages.withLock { messages in
            defer {
                messages = []
                count.store(0, ordering: .relaxed)
            }
            return messages
        }
    }
}

/// A call of a plugin's program: a definition, an input and arguments.
package struct PluginCall: Hashable, Sendable {
    /// The kind of the definition.
    package let kind: DefinitionKind
    /// The definition's name.
    package let name: String
    package let input: Value
    /// The arguments in the rules file; `null` if there are none.
    package let arguments: Value

    package init(kind: DefinitionKind, name: String, input: Value, arguments: Value) {
        self.kind = kind
        self.name = name
        self.input = input
        self.arguments = arguments
    }
}

/// The data about the page of its calls that a program is sent.
package struct PluginPage: Hashable, Sendable {
    /// The page's name in messages.
    package var name: String
    /// The address that relative links are resolved against.
    package var baseURL: String?
    /// The page's own time.
    package var clock: String?
    /// The time zone of its days.
    package var timezone: String?
    /// The encoding of the page's queries.
    package var encoding = Encoding.utf8

    package init(name: String, baseURL: String?, clock: String?, timezone: String? = nil) {
        self.name = name
        self.baseURL = baseURL
        self.clock = clock
        self.timezone = timezone
    }
}

/// A program that answers calls: a plugin.
package protocol CallResponder: AnyObject, Sendable {
    /// The plugin's name, for messages.
    var name: String { get }

    /// The answers to calls, in order.
    ///
    /// - Throws: the reason, as one line, worded to follow the plugin's name.
    func answers(
        to calls: [PluginCall],
        for page: PluginPage?
    ) throws(CallFailure) -> [Result<Value, StepError>]
}

/// Why a program did not answer: `ended with exit status 3`.
package struct CallFailure: Error, Sendable, CustomStringConvertible {
    package let description: String
    /// What to do, in one line.
    package let help: String?

    package init(_ description: String, help: String? = nil) {
        self.description = description
        self.help = help
    }
}

/// The calls to programs while a page is read.
///
/// Reading is a function of the page and of the answers. A call with an unknown answer is queued, and values that
/// depend on it are withheld; after a window of records the queue is sent, and withheld values are read with the
/// answers. A program is therefore called once per window and step of a chain, and the same call is never sent twice
/// for a page.
package final class PendingCalls: Sendable {
    private struct Question: Hashable {
        let responder: ObjectIdentifier
        let call: PluginCall
    }

    private struct State {
        var answers: [Question: Result<Value, StepError>] = [:]
        /// The queued calls by program, in order.
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
    /// - Returns: whether there were any, so that withheld values can be read again.
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
                // A program that has failed on a page is not called again for that page.
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

    /// Forgets the answers, but not which programs have failed. A repeated call would be sent again.
    package func forgetAnswers() { state.withLock { $0.answers = [:] } }

    /// Whether a program has failed to answer.
    package var hasFailed: Bool { state.withLock { !$0.failures.isEmpty } }

    /// The failures of programs: one diagnostic for each program and page.
    package func diagnostics(forPage page: String) -> [Diagnostic] {
        let failures = state.withLock(\.failures)
        return failures.indices.filter { index in
            !failures[..<index].contains { $0.responder == failures[index].responder }
        }
        .map { index in
            let (name, failure, count) = failures[index]
            let values = count == 1 ? "1 value" : "\(count) values"
            let message = "the plugin \(name) \(failure); \(values) could not be computed"
            return Diagnostic(.input, message, at: Location(file: page), help: failure.help)
        }
    }
}

/// The calls for one page, and what steps know about the page.
package final class PageCalls {
    private let calls = PendingCalls()
    /// The data about the page that programs are sent.
    package var page: PluginPage
    /// The page's own address: the given one, or else the one that the page declares; `nil` if it is not known.
    package var ownAddress: String?

    package init(page: consuming PluginPage) { self.page = page }

    /// The data about the page that steps have.
    package var context: PageContext {
        PageContext(
            baseURL: page.baseURL,
            clock: page.clock,
            timezone: page.timezone,
            encoding: page.encoding,
            calls: calls
        )
    }

    /// Sends the queued calls.
    ///
    /// - Returns: whether there were any, so that withheld values can be read again.
    package func send() -> Bool { calls.send(for: page) }

    /// Returns the results of a function for some inputs, after programs have answered its calls.
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

    /// Forgets the answers to the calls so far.
    package func forgetAnswers() { calls.forgetAnswers() }

    /// Whether a program has failed to answer.
    package var hasFailed: Bool { calls.hasFailed }

    /// The failures of programs.
    package var diagnostics: [Diagnostic] { calls.diagnostics(forPage: page.name) }
}
