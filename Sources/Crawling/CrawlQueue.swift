import Addresses
import Fetching
import Language
import Records

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

    /// The requests that come after those of ``tasks``.
    private let file = WaitingFile()
    /// What has been read of lists whose next pages are in the file.
    private var lists: [Int: ListRun] = [:]
    private var listNumber = 0
    /// How many requests are in memory at most.
    private let capacity: Int
    /// The kinds of pages, which the file has by their places.
    private let kinds: [RequestKind]

    init(_ kinds: [RequestKind], capacity: Int) {
        self.kinds = kinds
        self.capacity = max(2, capacity)
    }

    /// How many requests wait.
    var count: Int { tasks.count + file.count }
    var isEmpty: Bool { count == 0 }

    /// Puts requests before all others, in their order.
    mutating func push(_ new: [CrawlTask]) throws(Diagnostic) {
        for task in new.reversed() {
            if tasks.count >= capacity { try store() }
            list(task, at: tasks.count)
            tasks.append(task)
        }
    }

    private mutating func list(_ task: CrawlTask, at place: Int) {
        let origin = task.request.address.origin ?? ""
        let host = numbers[origin] ?? places.count
        if host == places.count {
            numbers[origin] = host
            places.append([])
        }
        if task.started == nil { places[host].append(place) }
    }

    /// Writes the half of the requests that come last into the file.
    private mutating func store() throws(Diagnostic) {
        let half = tasks.count / 2
        var bytes: [UInt8] = []
        for task in tasks[..<half] {
            var list: Int?
            if let own = task.list, own.hasBegun {
                listNumber += 1
                lists[listNumber] = own
                list = listNumber
            }
            bytes += JSONWriter.compact(task.stored(kinds, list)).utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        try file.push(bytes, count: half)
        tasks.removeFirst(half)
        for host in places.indices { places[host] = places[host].filter { $0 >= half }.map { $0 - half } }
    }

    /// Takes the first requests of the file.
    private mutating func load() throws(Diagnostic) {
        guard let bytes = try file.pop() else { return }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            guard let value = JSON.read(Array(line), dialect: .strict).json?.value,
                let task = CrawlTask(stored: value, kinds, { lists.removeValue(forKey: $0) })
            else {
                throw Diagnostic(.input, "the file of the requests that wait has been changed")
            }
            list(task, at: tasks.count)
            tasks.append(task)
        }
    }

    /// Takes the next request.
    mutating func pop() throws(Diagnostic) -> CrawlTask? {
        if tasks.isEmpty { try load() }
        guard let task = tasks.popLast() else { return nil }
        // Of its host it was the one with the highest place.
        if task.started == nil, let host = numbers[task.request.address.origin ?? ""] {
            _ = places[host].popLast()
        }
        return task
    }

    mutating func removeAll() {
        self = CrawlQueue(kinds, capacity: capacity)
    }

    /// Starts the first request of a host that is not asked for anything.
    ///
    /// - Parameters:
    ///   - busy: the hosts that are asked already.
    ///   - start: starts a request, and returns its number.
    /// - Returns: what has been started; `nil` if no host has a request that can be made ahead.
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
