/// Which names the current tag has had an attribute of already: the serial number of the last tag that had one, kept by
/// the name's number, so that nothing is cleared between tags and each attribute costs one look.
struct NameStamps: ~Copyable {
    private var serials: UnsafeMutablePointer<UInt32>
    private var capacity = 2 * StandardNames.count
    private var serial: UInt32 = 0

    init() {
        serials = .allocate(capacity: capacity)
        serials.initialize(repeating: 0, count: capacity)
    }

    deinit {
        serials.deallocate()
    }

    /// Forgets all names: a new tag begins.
    @inline(__always)
    mutating func removeAll() {
        serial &+= 1
        if serial == 0 { restart() }
    }

    /// Notes a name; returns whether the tag had none of it yet.
    @inline(__always)
    mutating func insert(_ name: Name) -> Bool {
        let number = name.number
        if number >= capacity { grow(toHold: number) }
        if serials[number] == serial { return false }
        serials[number] = serial
        return true
    }

    /// After four thousand million tags the serial numbers begin anew.
    @inline(never)
    private mutating func restart() {
        serials.update(repeating: 0, count: capacity)
        serial = 1
    }

    @inline(never)
    private mutating func grow(toHold number: Int) {
        let old = serials
        let oldCapacity = capacity
        capacity = max(2 * capacity, number + 1)
        serials = .allocate(capacity: capacity)
        serials.update(from: old, count: oldCapacity)
        (serials + oldCapacity).initialize(repeating: 0, count: capacity - oldCapacity)
        old.deallocate()
    }
}
