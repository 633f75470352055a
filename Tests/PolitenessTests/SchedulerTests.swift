import Testing

@testable import Politeness

/// In which order and when requests are made.
@Suite struct SchedulerTests {
    private let begin = Instant(seconds: 1_000)

    /// A scheduler with some requests.
    private func scheduler(
        _ requests: [(String, String)],
        _ limits: SchedulerLimits = SchedulerLimits()
    ) -> Scheduler {
        var scheduler = Scheduler(agent: "scrape", limits)
        for (origin, path) in requests {
            let isAdded = scheduler.add(path: path, to: origin)
            #expect(isAdded)
        }
        return scheduler
    }

    /// What is done next, in short.
    private func text(_ step: Scheduler.Step) -> String {
        switch step {
        case .robots(let origin): "robots \(origin)"
        case .request(let request): "get \(request.origin)\(request.path)"
        case .refused(let origin, let path, let reason): "refused \(origin)\(path) \(reason)"
        case .wait(let until): "wait \(until.map { "\(($0 - begin).milliseconds)" } ?? "for an answer")"
        case .done: "done"
        }
    }

    private func expect(
        _ scheduler: inout Scheduler,
        at now: Instant,
        _ expected: String,
        _ place: SourceLocation = #_sourceLocation
    ) {
        let found = text(scheduler.next(at: now))
        #expect(found == expected, sourceLocation: place)
    }

    @Test func hostsTakeTurnsAndPause() throws {
        var scheduler = scheduler([("a", "/1"), ("a", "/2"), ("b", "/1")])
        var now = begin
        expect(&scheduler, at: now, "robots a")
        expect(&scheduler, at: now, "robots b")
        expect(&scheduler, at: now, "wait for an answer")
        now = now + .seconds(0.1)
        scheduler.received(robots: 404, [], from: "a", at: now)
        scheduler.received(robots: 200, Array("user-agent: *\ncrawl-delay: 3".utf8), from: "b", at: now)
        expect(&scheduler, at: now, "wait 1100")
        now = begin + .seconds(1.1)
        guard case .request(let first) = scheduler.next(at: now) else { throw SchedulerError.noRequest }
        #expect(first.path == "/1" && first.origin == "a")
        #expect(
            first.proof
                == .init(
                    allowedAt: now,
                    wait: .pause(.seconds(1), after: begin + .seconds(0.1)),
                    robotsLine: nil
                )
        )
        expect(&scheduler, at: now, "wait 3100")
        // A slow answer makes a longer pause.
        let end = now + .seconds(1.5)
        let refusal1 = scheduler.ended(first, .answered, started: now, at: end)
        #expect(refusal1 == nil)
        expect(&scheduler, at: end, "wait 3100")
        expect(&scheduler, at: begin + .seconds(3.1), "get b/1")
        expect(&scheduler, at: begin + .seconds(4.099), "wait 4100")
        expect(&scheduler, at: begin + .seconds(4.1), "get a/2")
        expect(&scheduler, at: begin + .seconds(4.1), "wait for an answer")
    }

    @Test func whatRobotsForbidIsRefused() {
        var scheduler = scheduler([("a", "/x"), ("a", "/y"), ("b", "/x")])
        _ = scheduler.next(at: begin)
        _ = scheduler.next(at: begin)
        scheduler.received(robots: 200, Array("user-agent: *\ndisallow: /x".utf8), from: "a", at: begin)
        scheduler.received(robots: nil, [], from: "b", at: begin)
        let later = begin + .seconds(1)
        expect(&scheduler, at: later, "refused a/x robots(line: Optional(2))")
        expect(&scheduler, at: later, "refused b/x robotsUnreachable")
        expect(&scheduler, at: later, "get a/y")
    }

    /// Gives a scheduler of one host without rules, and its first request.
    private func first(_ limits: SchedulerLimits = SchedulerLimits()) throws -> (Scheduler, Scheduler.Request)
    {
        var scheduler = scheduler([("a", "/1"), ("a", "/2")], limits)
        _ = scheduler.next(at: begin)
        scheduler.received(robots: 404, [], from: "a", at: begin)
        guard case .request(let request) = scheduler.next(at: begin + .seconds(1)) else {
            throw SchedulerError.noRequest
        }
        return (scheduler, request)
    }

    private enum SchedulerError: Error { case noRequest }

    @Test func retryAfterIsKept() throws {
        var (scheduler, request) = try first()
        let end = begin + .seconds(2)
        let refusal2 = scheduler.ended(request, .busy(retryAfter: .seconds(60)), started: end, at: end)
        #expect(refusal2 == nil)
        expect(&scheduler, at: end, "wait 62000")
        guard case .request(let again) = scheduler.next(at: begin + .seconds(62)) else {
            throw SchedulerError.noRequest
        }
        #expect(again.path == "/1" && again.tries == 1)
        #expect(again.proof.wait == .retryAfter(.seconds(60), after: end))
    }

    @Test func failuresAreRepeatedLaterEachTime() throws {
        var limits = SchedulerLimits()
        limits.retries = 2
        var (scheduler, request) = try first(limits)
        var now = begin + .seconds(1)
        var gaps: [Int] = []
        for tries in 1...2 {
            let refusal3 = scheduler.ended(request, .failed, started: now, at: now)
            #expect(refusal3 == nil)
            guard case .wait(let until?) = scheduler.next(at: now) else { throw SchedulerError.noRequest }
            gaps.append((until - now).milliseconds)
            now = until
            guard case .request(let next) = scheduler.next(at: now) else { throw SchedulerError.noRequest }
            request = next
            #expect(request.tries == tries)
        }
        #expect((1_000...2_000).contains(gaps[0]) && (2_000...4_000).contains(gaps[1]))
        let refusal4 = scheduler.ended(request, .failed, started: now, at: now)
        #expect(refusal4 == .failed(tries: 3))
    }

    @Test func whatMayNotBeRepeatedIsNot() throws {
        var (scheduler, request) = try first()
        let refusal5 = scheduler.ended(request, .failed, started: begin, at: begin, isIdempotent: false)
        #expect(refusal5 == .failed(tries: 1))
        #expect(scheduler.count == 1)
    }

    @Test func aHostThatKeepsFailingIsLeftAlone() throws {
        var limits = SchedulerLimits()
        limits.failures = 3
        limits.retries = 1
        var (scheduler, request) = try first(limits)
        var now = begin + .seconds(1)
        var failed = 0
        while true {
            if scheduler.ended(request, .failed, started: now, at: now) != nil { failed += 1 }
            now = now + .seconds(100)
            guard case .request(let next) = scheduler.next(at: now) else { break }
            request = next
        }
        #expect(failed == 1)
        let isAdded = scheduler.add(path: "/3", to: "a")
        #expect(isAdded)
        expect(&scheduler, at: now, "refused a/3 hostFailed(failures: 3)")
        expect(&scheduler, at: now, "done")
    }

    @Test func robotsAreAskedForAgainAfterADay() throws {
        var (scheduler, request) = try first()
        let day = begin + .seconds(86_400)
        let refusal6 = scheduler.ended(request, .answered, started: begin, at: begin)
        #expect(refusal6 == nil)
        var copy = scheduler
        expect(&copy, at: day, "get a/2")
        expect(&scheduler, at: day + Gap(milliseconds: 1), "robots a")
    }

    @Test func onlySomeHostsAreAskedAtOneTime() {
        var limits = SchedulerLimits()
        limits.concurrency = 2
        var scheduler = scheduler([("a", "/"), ("b", "/"), ("c", "/")], limits)
        expect(&scheduler, at: begin, "robots a")
        expect(&scheduler, at: begin, "robots b")
        expect(&scheduler, at: begin, "wait for an answer")
        scheduler.received(robots: 404, [], from: "a", at: begin)
        expect(&scheduler, at: begin, "robots c")
    }

    @Test func aQueueGivesBackWhatItWasGiven() {
        var queue = RequestQueue()
        var lines = [RequestQueue.Line(), RequestQueue.Line()]
        var refused = 0
        for number in 0..<300_000 where !queue.append(Array("/\(number)".utf8), to: &lines[number % 2]) {
            refused += 1
        }
        #expect(refused == 0)
        var next = [0, 1]
        while queue.count > 0 {
            let line = lines[0].count > 0 ? 0 : 1
            guard queue.takeFirst(of: &lines[line]) == "/\(next[line])" else {
                Issue.record("another request than \(next[line]) comes out of line \(line)")
                return
            }
            next[line] += 2
            if queue.isSparse { queue.compact(&lines) }
        }
        #expect(next == [300_000, 300_001])
        let nothing = queue.takeFirst(of: &lines[0])
        #expect(nothing == nil)
    }
}
