import Addresses
import Fetching
import Language
import Records

/// The waiting requests, in the order of their records, and those to other hosts that are made ahead of their turn.
///
/// A host has at most one current request. While the next request waits for its host, other hosts get the first of
/// their requests, whose answers then wait. The time at which a request is made does not affect the records: pages are
/// read in order.
struct CrawlQueue {
    /// In reverse order: the last task is the next one.
    private var tasks: [CrawlTask] = []
    /// For each host, the places in ``tasks`` of its requests that have not been started, in ascending order.
    private var places: [[Int]] = []
    private var numbers: [String: Int] = [:]
    /// The host from which the search for the next one to be requested starts, so that each has its turn.
    private var turn = 0
    /// The maximum number of hosts that are examined for one request.
    private static let reach = 256

    /// Where the requests that come after those of ``tasks`` are stored.
    private let store: CrawlStore
    /// The numbers of requests in its blocks.
    private var stored: [Int] = []
    private var storedCount = 0
    /// The state of lists whose next pages are in the file.
    private var lists: [Int: ListRun] = [:]
    /// The remainders of `for` loops whose last requests are in the file.
    private var rests: [Int: LoopRun] = [:]
    /// The last number of one of these.
    private var number = 0
    /// The maximum number of requests in memory.
    private let capacity: Int
    /// The kinds of pages, which the file refers to by their indices.
    private let kinds: [RequestKind]

    /// - Parameter capacity: the maximum number of requests in memory.
    init(_ kinds: [RequestKind], _ store: CrawlStore, capacity: Int) {
        self.kinds = kinds
        self.store = store
        self.capacity = max(2, capacity)
    }

    /// The number of waiting requests.
    var count: Int { tasks.count + storedCount }
    var isEmpty: Bool { count == 0 }

    /// Puts requests before all others, in order.
    mutating func push(_ new: [CrawlTask]) {
        for task in new.reversed() {
            if tasks.count >= capacity { moveToStore() }
            list(task, at: tasks.count)
            tasks.append(task)
        }
    }

    private mutating func list(_ task: CrawlTask, at place: Int) {
        let origin = task.request.origin
        let host = numbers[origin] ?? places.count
        if host == places.count {
            numbers[origin] = host
            places.append([])
        }
        if task.started == nil { places[host].append(place) }
    }

    /// Writes the second half of the requests to the store, if it can.
    private mutating func moveToStore() {
        guard store.isUsable else { return }
        let half = tasks.count / 2
        var bytes: [UInt8] = []
        for task in tasks[..<half] {
            number += 1
            var list: Int?
            if let own = task.list, own.hasBegun {
                lists[number] = own
                list = number
            }
            if let rest = task.rest { rests[number] = rest }
            let value = task.stored(kinds, list: list, rest: task.rest == nil ? nil : number)
            bytes += JSONWriter.compact(value).utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        guard store.push(bytes) else { return }
        stored.append(half)
        storedCount += half
        tasks.removeFirst(half)
        for host in places.indices { places[host] = places[host].filter { $0 >= half }.map { $0 - half } }
    }

    /// Takes the first requests from the store.
    private mutating func load() throws(Diagnostic) {
        guard let count = stored.popLast() else { return }
        storedCount -= count
        guard let bytes = store.pop() else {
            throw store.problem ?? Diagnostic(.input, "the file of the queue has lost \(count) requests")
        }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let value = JSON.read(Array(line), dialect: .strict).json?.value,
                let task = CrawlTask(
                    stored: value,
                    kinds,
                    list: { lists.removeValue(forKey: $0) ?? ListRun(store) },
                    rest: { rests.removeValue(forKey: $0) }
                )
            else {
                throw Diagnostic(.input, "the file of the queue has been changed")
            }
            list(task, at: tasks.count)
            tasks.append(task)
        }
    }

    /// Takes the next request.
    mutating func pop() throws(Diagnostic) -> CrawlTask? {
        if tasks.isEmpty { try load() }
        guard let task = tasks.popLast() else { return nil }
        // It had the highest place among its host's requests.
        if task.started == nil, let host = numbers[task.request.origin] {
            _ = places[host].popLast()
        }
        return task
    }

    mutating func removeAll() {
        tasks = []
        places = []
        numbers = [:]
        while stored.popLast() != nil { _ = store.pop() }
        storedCount = 0
        lists = [:]
        rests = [:]
    }

    /// Starts the first request of an idle host.
    ///
    /// - Parameters:
    ///   - busy: the hosts with a current request.
    ///   - start: starts a request, and returns its number.
    /// - Returns: the request that has been started; `nil` if no host has a request that can be made ahead of its turn.
    mutating func startAhead(besides busy: [String], _ start: (FetchRequest) -> Int) -> CrawlTask? {
        for _ in 0..<min(places.count, CrawlQueue.reach) {
            turn = (turn + 1) % places.count
            guard let place = places[turn].last else { continue }
            let task = tasks[place]
            guard task.kind.sitemaps == nil, ["GET", "HEAD"].contains(task.request.method),
                !busy.contains(task.request.origin)
            else { continue }
            places[turn].removeLast()
            tasks[place].started = start(task.request)
            return tasks[place]
        }
        return nil
    }
}
