import Encoding
import Extraction
import Language
import Records
import Scraping
import Synchronization
import Testing
import Values

/// Programs are called once for a window of records; windows of any size have the same result.
@Suite struct CallWindowTests {
    /// A substitute for a program: it counts how often it is called, and answers as its function does.
    private final class Responder: CallResponder {
        let name: String
        private let answer: @Sendable (Value) throws(StepError) -> Value
        private let failsFrom: Int
        private let batches = Mutex<[Int]>([])

        init(
            _ name: String,
            failsFrom: Int = .max,
            _ answer: @escaping @Sendable (Value) throws(StepError) -> Value
        ) {
            self.name = name
            self.failsFrom = failsFrom
            self.answer = answer
        }

        /// The number of calls in each batch.
        var sizes: [Int] { batches.withLock { $0 } }

        func answers(
            to calls: [PluginCall],
            for page: PluginPage?
        ) throws(CallFailure) -> [Result<Value, StepError>] {
            let number = batches.withLock { batches in
                batches.append(calls.count)
                return batches.count
            }
            if number >= failsFrom { throw CallFailure("ended with exit status 3") }
            return calls.map { call in
                do throws(StepError) { return .success(try answer(call.input)) } catch {
                    return .failure(error)
                }
            }
        }
    }

    private static let shout: @Sendable (Value) throws(StepError) -> Value = { value throws(StepError) in
        if value.text == "7" { throw StepError("seven is refused") }
        return .string(value.text + "!")
    }
    private static let double: @Sendable (Value) throws(StepError) -> Value = { value throws(StepError) in
        if value.text == "4!" { throw StepError("four is refused") }
        return .string(value.text + value.text)
    }

    /// A plugin whose transforms are answered by programs, or by functions if there are none.
    private static func plugin(_ first: Responder?, _ second: Responder?) -> Plugin {
        func transform(
            _ name: String,
            _ responder: Responder?,
            _ function: @escaping @Sendable (Value) throws(StepError) -> Value
        ) -> Transform {
            Transform(name: name, about: "", input: .string, output: .string) {
                value,
                context throws(StepError) in
                guard let responder, let calls = context.calls else { return try function(value) }
                let call = PluginCall(kind: .transform, name: name, input: value, arguments: .null)
                return try calls.answer(of: responder, to: call)
            }
        }
        return Plugin(
            name: "p",
            about: "",
            transforms: [transform("shout", first, shout), transform("double", second, double)]
        )
    }

    private static let rules = """
        { "plugins": "p",
          "records": { "R": { "each": "li", "unique": "n", "fields": {
            "n": "b",
            "a": { "select": "b", "apply": ["shout"], "required": true },
            "c": [{ "select": "b", "apply": ["shout", "double"] }, { "select": "i" }],
            "t": { "template": "{a}/{c}" },
            "all": { "select": "b, i", "apply": ["shout"], "type": ["string"] },
            "in": { "within": "u", "fields": { "x": { "select": "s", "apply": ["double"], "type": "integer" } } } } } } }
        """

    private static func page(_ count: Int) -> Page {
        let items = (0..<count).map { number in
            "<li><b>\(number)</b><i>i\(number)</i>" + (number % 3 == 0 ? "<u><s>\(number)</s></u>" : "")
                + "</li>"
        }
        return Page(name: "page", bytes: Array("<ul>\(items.joined())</ul>".utf8), encoding: .utf8)
    }

    private static func outcome(
        _ first: Responder?,
        _ second: Responder?,
        window: Int,
        count: Int,
        isObserved: Bool = false
    ) throws -> Outcome {
        var registry = try Registry([plugin(first, second)])
        registry.reading.window = window
        let rules = try Rules(SourceText(name: "rules", bytes: Array(rules.utf8)), registry: registry)
        guard isObserved else { return rules.scrape(page(count)) }
        let (outcome, trace) = rules.trace(page(count))
        #expect(trace.records.first?.layouts.first?.elements.count == count)
        return outcome
    }

    @Test(arguments: [1, 2, 3, 24, 25, 26, 1000], [false, true])
    func everyWindowGivesTheSame(_ window: Int, _ isObserved: Bool) throws {
        let plain = try CallWindowTests.outcome(nil, nil, window: 1000, count: 25)
        #expect(plain.records.count == 25)
        #expect(plain.diagnostics.contains { $0.message.contains("seven is refused") })
        let (first, second) = (
            Responder("one", CallWindowTests.shout), Responder("two", CallWindowTests.double)
        )
        let called = try CallWindowTests.outcome(
            first,
            second,
            window: window,
            count: 25,
            isObserved: isObserved
        )
        #expect(called.records == plain.records)
        #expect(called.diagnostics == plain.diagnostics)
    }

    @Test(arguments: [(1, 25), (10, 3), (25, 1), (1000, 1)])
    func aProgramIsCalledOnceForAWindow(_ window: Int, _ windows: Int) throws {
        let (first, second) = (
            Responder("one", CallWindowTests.shout), Responder("two", CallWindowTests.double)
        )
        _ = try CallWindowTests.outcome(first, second, window: window, count: 25)
        #expect(first.sizes.count == windows)
        // The second program is called with the answers of the first one: in a separate batch, except for the calls
        // that do not need them.
        #expect(second.sizes.count <= 2 * windows)
        #expect(second.sizes.reduce(0, +) > 25)
    }

    /// The same call is never sent twice for a page.
    @Test func answersAreRemembered() throws {
        let (first, second) = (
            Responder("one", CallWindowTests.shout), Responder("two", CallWindowTests.double)
        )
        _ = try CallWindowTests.outcome(first, second, window: 5, count: 25)
        #expect(first.sizes.reduce(0, +) == 50)
    }

    /// A program that fails is reported once for the page, and everything else is read.
    @Test func aFailureIsReportedOnce() throws {
        let (first, second) = (
            Responder("one", failsFrom: 2, CallWindowTests.shout), Responder("two", CallWindowTests.double)
        )
        let outcome = try CallWindowTests.outcome(first, second, window: 10, count: 25)
        #expect(outcome.records.count == 25)
        #expect(outcome.records.prefix(7).allSatisfy { $0["a"] != nil })
        #expect(outcome.records.dropFirst(10).allSatisfy { $0["a"] == nil && $0["n"] != nil })
        #expect(
            outcome.diagnostics.count { $0.message.contains("the plugin one ended with exit status 3") } == 1
        )
        #expect(first.sizes.count == 2)
    }
}
