/// A set of requests or entries in bounded memory: the newest are in memory, the others in the crawl's store.
final class KnownKeys {
    private var recent: Set<RequestKey> = []
    private let store: CrawlStore
    /// Its number in the store; `nil` before anything has been stored.
    private var stored: Int?
    /// The number of keys.
    private(set) var count = 0

    init(_ store: CrawlStore) { self.store = store }

    var isEmpty: Bool { count == 0 }

    func contains(_ key: RequestKey) -> Bool {
        recent.contains(key) || stored.map { store.contains(key, in: $0) } ?? false
    }

    /// Adds a key.
    ///
    /// - Returns: whether it is new.
    @discardableResult
    func insert(_ key: RequestKey) -> Bool {
        if contains(key) { return false }
        recent.insert(key)
        count += 1
        if recent.count >= store.keysInMemory, store.isUsable {
            let number = stored ?? store.newSet()
            stored = number
            // In the order of the database, whose pages are then written once.
            if store.add(recent.sorted(), to: number) { recent.removeAll(keepingCapacity: true) }
        }
        return true
    }
}
