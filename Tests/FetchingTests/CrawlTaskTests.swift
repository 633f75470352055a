import Addresses
import Fetching
import Language
import Records
import Scraping
import Testing

@testable import Crawling

/// Waiting requests: in memory, in the store, and made again from what is stored.
struct CrawlTaskTests {
    private static func plan() throws -> CrawlRules {
        let rules = try PlayedCrawl.rules(
            """
            { "match": "*", "requests": {
                "a": { "get": "https://a.example/", "follow": { "b": "a::attr(href)" } },
                "b": { "match": "*/b/*", "refresh": "5 s" }, "c": { "match": "*/c/*", "sitemaps": "https://a.example/" } },
              "records": { "T": { "fields": { "t": "h1" } } } }
            """
        )
        return try #require(rules.crawl)
    }

    private static func task(
        _ plan: CrawlRules,
        _ kind: Int,
        _ path: String,
        list: ListRun? = nil,
        isFollowed: Bool = false,
        depth: Int = 0,
        _ change: (inout FetchRequest) -> Void = { _ in }
    ) throws -> CrawlTask {
        var request = FetchRequest(try WebAddress(path.contains(":") ? path : "https://a.example/\(path)"))
        request.freshFor = plan.kinds[kind].freshFor
        request.needsSecrets = plan.kinds[kind].needsSecrets
        change(&request)
        return CrawlTask(
            kind: plan.kinds[kind],
            request: request,
            names: RequestNames([
                Value.Member("n", .number(Number(1))), Value.Member("l", .list([.string("ü")])),
            ]),
            depth: depth,
            isFollowed: isFollowed,
            list: list
        )
    }

    /// A request that is written and read is the same request.
    @Test func storedRequestsAreTheSame() throws {
        let plan = try Self.plan()
        let store = CrawlStore(keysInMemory: 10)
        let list = ListRun(store)
        let rest = LoopRun(plan.kinds[0], RequestNames(), depth: 0, base: nil, logins: 0)
        var tasks = [
            try Self.task(plan, 0, "1"), try Self.task(plan, 1, "2", isFollowed: true, depth: 3),
            try Self.task(plan, 1, "3", list: list) { request in
                request.method = "POST"
                request.body = [0, 0x7F, 0x80, 0xFF]
                request.headers = [HeaderField("A", "1"), HeaderField("A", "2")].compactMap(\.self)
                request.lastChange = 1_798_761_600
            }, try Self.task(plan, 2, "4") { $0.allowsPrivate = true },
            try Self.task(plan, 2, "5") { $0.ignoresRobots = true },
        ]
        tasks[1].overlay = [("p", .null), ("q", .string("x")), ("p", .list([.string("y")]))]
        tasks[1].started = 7
        tasks[3].sitemaps = ["https://a.example/s1", "https://a.example/s2"]
        tasks[4].sitemaps = []
        tasks[4].rest = rest
        for (place, task) in tasks.enumerated() {
            let value = task.stored(
                plan.kinds,
                list: task.list == nil ? nil : place,
                rest: task.rest == nil ? nil : place
            )
            let read = JSON.read(Array(JSONWriter.compact(value).utf8), dialect: .strict).json?.value
            #expect(read == value)
            let again = try #require(
                CrawlTask(
                    stored: value,
                    plan.kinds,
                    list: { $0 == place ? list : ListRun(store) },
                    rest: { $0 == place ? rest : nil }
                )
            )
            #expect(again.request == task.request)
            #expect(again.kind.name == task.kind.name)
            #expect(again.names.members == task.names.members)
            #expect(again.depth == task.depth)
            #expect(again.isFollowed == task.isFollowed)
            #expect(again.list === task.list)
            #expect(again.rest === task.rest)
            #expect(again.started == task.started)
            #expect(again.sitemaps == task.sitemaps)
            #expect(again.overlay.map(\.name) == task.overlay.map(\.name))
            #expect(again.overlay.map(\.value) == task.overlay.map(\.value))
        }
    }

    /// Values that are not written requests.
    @Test func otherValuesAreNoRequest() throws {
        let plan = try Self.plan()
        let texts = [
            #"{"kind":3,"url":"https://a.example/","depth":0}"#,
            #"{"kind":-1,"url":"https://a.example/","depth":0}"#,
            #"{"kind":0,"url":"none","depth":0}"#, #"{"kind":0,"url":"https://a.example/"}"#, #"{}"#, #"[]"#,
        ]
        for text in texts {
            let value = try #require(JSON.read(Array(text.utf8), dialect: .strict).json?.value)
            let list = ListRun(CrawlStore(keysInMemory: 1))
            #expect(
                CrawlTask(stored: value, plan.kinds, list: { _ in list }, rest: { _ in nil }) == nil,
                "\(text)"
            )
        }
    }

    /// A list has begun once it has been requested, or once a page of it has been read.
    @Test func listsThatHaveBegun() {
        let store = CrawlStore(keysInMemory: 10)
        let lists = [ListRun(store), ListRun(store), ListRun(store)]
        lists[1].pages = 1
        lists[2].requests.insert(RequestKey("a"))
        #expect(lists.map(\.hasBegun) == [false, true, true])
    }

    /// However few requests may be in memory, they come in the order in which they were put in.
    @Test func requestsComeInOrder() throws {
        let plan = try Self.plan()
        for capacity in [0, 1, 2, 3, 4, 5, 100] {
            let store = CrawlStore(keysInMemory: 10)
            var queue = CrawlQueue(plan.kinds, store, capacity: capacity)
            #expect(queue.isEmpty)
            queue.push(try (1...5).map { try Self.task(plan, 0, "\($0)") })
            #expect(queue.count == 5)
            var order = [try #require(try queue.pop()).request.address.href]
            queue.push(try ["6", "7"].map { try Self.task(plan, 0, $0) })
            #expect(queue.count == 6)
            #expect(!queue.isEmpty)
            while let task = try queue.pop() { order.append(task.request.address.href) }
            #expect(
                order == ["1", "6", "7", "2", "3", "4", "5"].map { "https://a.example/\($0)" },
                "\(capacity)"
            )
            #expect(queue.isEmpty)
            // What is left out is forgotten.
            queue.push(try (1...5).map { try Self.task(plan, 0, "\($0)") })
            queue.removeAll()
            #expect(queue.isEmpty)
            #expect(try queue.pop() == nil)
            queue.push([try Self.task(plan, 0, "8")])
            #expect(queue.count == 1)
            var started: [String] = []
            _ = queue.startAhead(besides: []) { request in
                started.append(request.address.href)
                return 1
            }
            #expect(started == ["https://a.example/8"])
        }
    }

    /// Which requests are made ahead of their turn: one for each idle host, and none that changes something or reads
    /// sitemaps.
    @Test func requestsAheadOfTheirTurn() throws {
        let plan = try Self.plan()
        for capacity in [2, 3, 100] {
            var queue = CrawlQueue(plan.kinds, CrawlStore(keysInMemory: 10), capacity: capacity)
            queue.push([
                try Self.task(plan, 0, "https://a.example/1"), try Self.task(plan, 0, "https://b.example/2"),
                try Self.task(plan, 0, "https://a.example/3"),
            ])
            var number = 0
            func next(_ busy: [String]) -> String? {
                queue.startAhead(besides: busy) { _ in
                    number += 1
                    return number
                }?.request.address.href
            }
            var started: [String] = []
            while let address = next([]) { started.append(address) }
            // Those in the store wait.
            let expected = ["https://a.example/1", "https://b.example/2", "https://a.example/3"]
            let waiting = capacity == 2 ? [] : [expected[2]]
            #expect(started == [expected[1], expected[0]] + waiting, "\(capacity)")
            #expect(Set(started).count == started.count)
            #expect(!started.isEmpty)
            var order: [String] = []
            while let task = try queue.pop() {
                order.append(task.request.address.href)
                #expect((task.started != nil) == started.contains(task.request.address.href))
            }
            #expect(order == expected, "\(capacity)")
        }
        var queue = CrawlQueue(plan.kinds, CrawlStore(keysInMemory: 10), capacity: 100)
        queue.push([
            try Self.task(plan, 0, "https://a.example/1") { $0.method = "POST" },
            try Self.task(plan, 2, "https://b.example/2"), try Self.task(plan, 0, "https://c.example/3"),
            try Self.task(plan, 0, "https://d.example/4") { $0.method = "HEAD" },
        ])
        #expect(queue.startAhead(besides: ["https://c.example", "https://d.example"]) { _ in 1 } == nil)
        #expect(queue.startAhead(besides: ["https://c.example"]) { _ in 1 }?.request.method == "HEAD")
        #expect(queue.startAhead(besides: []) { _ in 2 }?.started == 2)
        #expect(queue.startAhead(besides: []) { _ in 3 } == nil)
    }

    /// Keys beyond those in memory, of sets that do not mix.
    @Test func knownKeys() {
        for memory in [0, 1, 2, 3, 9, 10, 11] {
            let store = CrawlStore(keysInMemory: memory)
            let (one, other) = (KnownKeys(store), KnownKeys(store))
            #expect(one.isEmpty)
            for number in 0..<10 {
                #expect(one.insert(RequestKey("\(number)")), "\(memory)")
                #expect(!one.insert(RequestKey("\(number)")), "\(memory)")
                if number % 2 == 0 { other.insert(RequestKey("o\(number)")) }
            }
            #expect(one.count == 10)
            #expect(other.count == 5)
            #expect(!one.isEmpty)
            for number in 0..<12 {
                #expect(one.contains(RequestKey("\(number)")) == (number < 10), "\(memory)")
                #expect(!other.contains(RequestKey("\(number)")), "\(memory)")
                #expect(
                    other.contains(RequestKey("o\(number)")) == (number < 10 && number % 2 == 0),
                    "\(memory)"
                )
            }
            #expect(store.problem == nil)
        }
    }

    /// Blocks come back in reverse order.
    @Test func blocksOfTheStore() {
        let store = CrawlStore(keysInMemory: 1)
        #expect(store.pop() == nil)
        #expect(store.isUsable)
        #expect(store.isUsable)
        #expect(store.push([1, 2]))
        #expect(store.push([3]))
        #expect(store.pop() == [3])
        #expect(store.push([4, 0, 5]))
        #expect(store.pop() == [4, 0, 5])
        #expect(store.pop() == [1, 2])
        #expect(store.pop() == nil)
        #expect(store.newSet() != store.newSet())
    }
}
