import Addresses
import Engine
import Fetching
import Language
import Records
import Values

// A request for each value of `for`.
extension Crawl {
    /// The next requests of a `for`. The last one leads to those after them.
    ///
    /// A `for` may have millions of values: requests are generated as the queue needs them.
    func produce(_ run: LoopRun, _ page: inout CrawlPage) -> [CrawlTask] {
        var tasks: [CrawlTask] = []
        let before = run.remaining
        defer { unmade += run.remaining - before }
        do throws(RequestProblem) {
            while tasks.count < Crawl.loopBlock,
                let names = try run.next({ loop, names throws(RequestProblem) in try values(loop, names) })
            {
                let made = task(
                    run.kind,
                    names,
                    followed: nil,
                    depth: run.depth,
                    base: run.base,
                    &page
                )
                guard var made else { continue }
                made.logins = run.logins
                tasks.append(made)
            }
        } catch {
            run.end()
            report(error.message, run.kind, &page)
        }
        if !run.isOver, !tasks.isEmpty { tasks[tasks.count - 1].rest = run }
        return tasks
    }

    /// The number of requests of a `for` that are generated together.
    private static let loopBlock = 256

    static let loopLimit = 1_000_000

    private func values(_ loop: LoopRule, _ names: RequestNames) throws(RequestProblem) -> LoopValues {
        switch loop.values {
        case .keys(let keys): return .list(keys.map(Value.string))
        case .list(let value):
            let found = value.value(names)
            return .list(found.map { $0.list ?? ($0 == .null ? [] : [$0]) } ?? [])
        case .range(let first, let last, let times, let step):
            guard let start = first.value(names) else { return .list([]) }
            let step = step?.value(names)?.text ?? "1"
            guard let distance = Int(step), distance != 0 else {
                throw RequestProblem(message: "the step \(step.quoted) is not a whole number")
            }
            let count = times?.value(names).flatMap { Int($0.text) }
            if times != nil, count == nil {
                throw RequestProblem(message: "\"times\" of \"\(loop.name)\" is not a whole number")
            }
            let end = last?.value(names)?.text
            if let number = Int(start.text) {
                let last = try end.map { text throws(RequestProblem) in
                    guard let found = Int(text) else {
                        throw RequestProblem(message: "\(text.quoted) is not a whole number")
                    }
                    return found
                }
                let steps = last.map { Double($0) - Double(number) }.map {
                    ($0 / Double(distance)).rounded(.down)
                }
                let total = try bounded(count.map(Double.init) ?? steps.map { $0 + 1 } ?? 0, loop)
                let (range, isTooFar) = distance.multipliedReportingOverflow(by: max(0, total - 1))
                if isTooFar || number.addingReportingOverflow(range).overflow {
                    throw RequestProblem(message: "the numbers of \"\(loop.name)\" are too large")
                }
                return .numbers(first: number, step: distance, count: total)
            }
            var zoneMissing: String?
            let zone = plan.timezone?.text(names, missing: &zoneMissing)
            guard let day = RequestDay.day(start.text, clock: options.clock, zone: zone) else {
                throw RequestProblem(message: "\(start.text.quoted) is neither a whole number nor a day")
            }
            guard abs(Double(distance)) <= Double(Crawl.loopLimit) else {
                throw RequestProblem(message: "the step \(step.quoted) is too large")
            }
            var total = count ?? 0
            if let end {
                guard let last = RequestDay.day(end, clock: options.clock, zone: zone) else {
                    throw RequestProblem(message: "\(end.quoted) is not a day")
                }
                let steps = Double(day.distance(to: last)) / Double(distance)
                total = Int(steps.rounded(.down)) + 1
            }
            return .days(first: day, step: distance, count: try bounded(Double(total), loop))
        }
    }

    private func bounded(_ number: Double, _ loop: LoopRule) throws(RequestProblem) -> Int {
        guard number <= Double(Crawl.loopLimit) else {
            throw RequestProblem(message: "\"\(loop.name)\" has more than \(Crawl.loopLimit) values")
        }
        return Int(max(0, number))
    }
}

/// The values of a name of `for`.
enum LoopValues {
    case list([Value])
    case numbers(first: Int, step: Int, count: Int)
    case days(first: Day, step: Int, count: Int)

    var count: Int {
        switch self {
        case .list(let values): values.count
        case .numbers(_, _, let count), .days(_, _, let count): count
        }
    }

    subscript(index: Int) -> Value {
        switch self {
        case .list(let values): values[index]
        case .numbers(let first, let step, _): .number(Number(first + index * step))
        case .days(let first, let step, _): .string(first.advanced(by: index * step).description)
        }
    }
}

/// The combinations of the values of a kind's `for`, one after the other; the last name changes fastest.
final class LoopRun {
    private struct Level {
        let values: LoopValues
        /// The names of the outer levels, without the level's own.
        let names: RequestNames
        /// The place of the current value.
        var index = -1
    }

    let kind: RequestKind
    let depth: Int
    let base: WebAddress?
    /// How many logins there had been when the names were taken.
    let logins: Int
    private let names: RequestNames
    private var levels: [Level] = []
    private var hasBegun = false
    /// Whether there are no further combinations.
    private(set) var isOver = false
    /// The number of combinations so far.
    private(set) var count = 0

    init(_ kind: RequestKind, _ names: RequestNames, depth: Int, base: WebAddress?, logins: Int) {
        self.kind = kind
        self.names = names
        self.depth = depth
        self.base = base
        self.logins = logins
    }

    /// The next combination; `nil` at the end.
    ///
    /// - Parameter values: the values of a name, which may depend on the names before it.
    func next(
        _ values: (LoopRule, RequestNames) throws(RequestProblem) -> LoopValues
    ) throws(RequestProblem) -> RequestNames? {
        if !hasBegun, let first = kind.loops.first {
            hasBegun = true
            levels = [Level(values: try values(first, names), names: names)]
        }
        while var level = levels.popLast() {
            level.index += 1
            guard level.index < level.values.count else { continue }
            var names = level.names
            names[kind.loops[levels.count].name] = level.values[level.index]
            levels.append(level)
            if levels.count == kind.loops.count {
                count += 1
                return names
            }
            let loop = kind.loops[levels.count]
            levels.append(Level(values: try values(loop, names), names: names))
        }
        isOver = true
        return nil
    }

    /// Leaves out all further combinations.
    func end() {
        levels = []
        isOver = true
    }

    /// How many combinations there will be, as far as the current values show it; 0 before the first one.
    var remaining: Int {
        var (number, inner) = (0.0, 1.0)
        for level in levels.reversed() {
            number += Double(level.values.count - level.index - 1) * inner
            inner *= Double(level.values.count)
        }
        return Int(min(number, 1e15))
    }
}
