import Addresses
import Fetching
import Language

/// The requests that wait, in the order of their records, and those of other hosts that are made ahead of their turn.
///
/// A host is asked for one request at a time. While the next one waits for its host, others are asked for the requests that
/// come first among theirs; their answers wait. What is made when changes no record: pages are read in their order.
struct CrawlQueue {
    /// The last one is the next.
    private var tasks: [CrawlTask] = []
    /// The places in ``tasks`` of each host's requests that have not been started, in ascending order.
    private var places: [[Int]] = []
    private var numbers: [String: Int] = [:]
    /// The host from which the next one to be asked is looked for, so that each has its turn.
    private var turn = 0
    /// How many hosts are looked at for one request.
    private static let reach = 256

    /// How many requests wait.
    var count: Int { tasks.count }
    var isEmpty: Bool { tasks.isEmpty }

    /// Puts requests before all others, in their order.
    mutating func push(_ new: [CrawlTask]) {
        for task in new.reversed() {
            let origin = task.request.address.origin ?? ""
            let host = numbers[origin] ?? places.count
            if host == places.count {
                numbers[origin] = host
                places.append([])
            }
            if task.started == nil { places[host].append(tasks.count) }
            tasks.append(task)
        }
    }

    /// Takes the next request.
    mutating func pop() -> CrawlTask? {
        guard let task = tasks.popLast() else { return nil }
        // Of its host it was the one with the highest place.
        if task.started == nil, let host = numbers[task.request.address.origin ?? ""] {
            _ = places[host].popLast()
        }
        return task
    }

    mutating func removeAll() {
        tasks = []
        places = []
        numbers = [:]
    }

    /// Starts the first request of a host that is not asked for anything.
    ///
    /// - Parameters:
    ///   - busy: the hosts that are asked already.
    ///   - start: starts a request, and returns its number.
    /// - Returns: what has been started; `nil` where no host has a request that can be made ahead.
    mutating func startAhead(besides busy: [String], _ start: (FetchRequest) -> Int) -> CrawlTask? {
        for _ in 0..<min(places.count, CrawlQueue.reach) {
            turn = (turn + 1) % places.count
            guard let place = places[turn].last else { continue }
            let task = tasks[place]
            guard task.kind.sitemaps == nil, ["GET", "HEAD"].contains(task.request.method),
                !busy.contains(task.request.address.origin ?? "")
            else { continue }
            places[turn].removeLast()
            tasks[place].started = start(task.request)
            return tasks[place]
        }
        return nil
    }
}
