/// Counts the steps that matching takes, in debug builds: tests check by it that selectors are linear, which no
/// clock tells reliably.
struct StepCounter {
    private let steps: UnsafeMutablePointer<Int>

    init() {
        steps = .allocate(capacity: 1)
        steps.initialize(to: 0)
    }

    func free() {
        steps.deallocate()
    }

    /// How many there have been; 0 in release builds.
    var count: Int { steps.pointee }

    /// Counts one. Release builds do nothing here.
    @inline(__always)
    func add() {
        assert(increment())
    }

    private func increment() -> Bool {
        steps.pointee += 1
        return true
    }
}
