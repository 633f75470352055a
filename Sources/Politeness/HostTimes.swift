/// Hosts in the order of the times at which they may be sent a request; hosts with the same time are in the order in
/// which they were added.
package struct HostTimes: Sendable {
    private struct Entry: Sendable {
        let time: Instant
        let order: Int
        let host: Int

        func precedes(_ other: Entry) -> Bool { (time, order) < (other.time, other.order) }
    }

    private var entries: [Entry] = []
    private var order = 0

    package init() {}

    /// The first host and its time.
    package var first: (host: Int, time: Instant)? { entries.first.map { ($0.host, $0.time) } }

    /// - Complexity: the logarithm of the number of hosts.
    package mutating func insert(_ host: Int, at time: Instant) {
        order += 1
        entries.append(Entry(time: time, order: order, host: host))
        var index = entries.count - 1
        while index > 0, entries[index].precedes(entries[(index - 1) / 2]) {
            entries.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// - Complexity: the logarithm of the number of hosts.
    package mutating func removeFirst() {
        guard let last = entries.popLast(), !entries.isEmpty else { return }
        entries[0] = last
        var index = 0
        while true {
            let left = 2 * index + 1
            guard left < entries.count else { return }
            let right = left + 1
            let least = right < entries.count && entries[right].precedes(entries[left]) ? right : left
            guard entries[least].precedes(entries[index]) else { return }
            entries.swapAt(index, least)
            index = least
        }
    }
}
