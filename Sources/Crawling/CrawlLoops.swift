import Fetching
import Language
import Records
import Scraping
import Values

// A request for each value of `for`.
extension Crawl {
    /// The names for each combination of a kind's loops, the last one changing fastest.
    func loops(_ kind: RequestKind, _ names: RequestNames) throws(RequestProblem) -> [RequestNames] {
        var all = [names]
        for loop in kind.loops {
            var next: [RequestNames] = []
            for names in all {
                for value in try values(loop, names) {
                    var names = names
                    names[loop.name] = value
                    next.append(names)
                }
            }
            all = next
        }
        return all
    }

    static let loopLimit = 1_000_000

    func values(_ loop: LoopRule, _ names: RequestNames) throws(RequestProblem) -> [Value] {
        switch loop.values {
        case .keys(let keys): return keys.map(Value.string)
        case .list(let value):
            let found = value.value(names)
            return found.map { $0.list ?? ($0 == .null ? [] : [$0]) } ?? []
        case .range(let first, let last, let times, let step):
            guard let start = first.value(names) else { return [] }
            let step = step?.value(names)?.text ?? "1"
            guard let distance = Int(step), distance != 0 else {
                throw RequestProblem(message: "the step \(step.quoted) is not a whole number")
            }
            let count = times?.value(names).flatMap { Int($0.text) }
            if times != nil, count == nil {
                throw RequestProblem(message: "\"times\" of \"\(loop.name)\" is not a whole number")
            }
            let end = last?.value(names)?.text
            var zoneMissing: String?
            let zone = plan.timezone?.text(names, missing: &zoneMissing)
            func bounded(_ number: Int) throws(RequestProblem) -> Int {
                guard number <= Crawl.loopLimit else {
                    throw RequestProblem(message: "\"\(loop.name)\" has more than \(Crawl.loopLimit) values")
                }
                return max(0, number)
            }
            if let number = Int(start.text) {
                let number2 = try end.map { text throws(RequestProblem) in
                    guard let found = Int(text) else {
                        throw RequestProblem(message: "\(text.quoted) is not a whole number")
                    }
                    return found
                }
                let total = try bounded(count ?? number2.map { ($0 - number) / distance + 1 } ?? 0)
                return (0..<total).map { .number(Number(number + $0 * distance)) }
            }
            guard let day = RequestDay.day(start.text, clock: options.clock, zone: zone) else {
                throw RequestProblem(message: "\(start.text.quoted) is neither a whole number nor a day")
            }
            var total = count ?? 0
            if let end {
                guard let last = RequestDay.day(end, clock: options.clock, zone: zone) else {
                    throw RequestProblem(message: "\(end.quoted) is not a day")
                }
                total = day.distance(to: last) / distance + 1
            }
            return (0..<(try bounded(total))).map { .string(day.advanced(by: $0 * distance).description) }
        }
    }
}
