/// A number of steps that may be taken without notes.
///
/// Notes keep what would take time with the square of a page linear, but they take a walk over the page to begin
/// with. Most questions are answered in a few steps: up to a constant number of them in all, none are noted.
struct Allowance {
    private let steps: UnsafeMutablePointer<Int>

    init(_ count: Int) {
        steps = .allocate(capacity: 1)
        steps.initialize(to: count)
    }

    func free() {
        steps.deallocate()
    }

    var isLeft: Bool { steps.pointee > 0 }

    /// Takes a step; false when there was none left to take.
    @inline(__always)
    func take() -> Bool {
        steps.pointee -= 1
        return steps.pointee >= 0
    }
}
