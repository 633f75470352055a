import DOM

/// The answers to tests that had to read much: a class attribute of a megabyte, a thousand comments.
///
/// An ancestor is asked again for each of the elements below it, so that reading it each time would take time with
/// the square of the page. Pages without such things pay for a look at an empty table.
struct CostlyAnswers {
    /// From how many bytes on an answer is worth keeping.
    static let length = 256

    private let answers: Answers
    private let isUsed: UnsafeMutablePointer<Bool>

    init(tests: Int32) {
        answers = Answers(questions: tests)
        isUsed = .allocate(capacity: 1)
        isUsed.initialize(to: false)
    }

    func free() {
        answers.free()
        isUsed.deallocate()
    }

    /// What has been kept; `nil` where nothing has.
    @inline(__always)
    func answer(_ test: Int32, _ element: NodeRef, _ order: ElementOrder) -> Bool? {
        isUsed.pointee ? answers.known(test, { order.index(of: element) }) : nil
    }

    /// Keeps an answer, and returns it.
    @inline(never)
    func note(_ test: Int32, _ element: NodeRef, _ order: ElementOrder, _ answer: Bool) -> Bool {
        isUsed.pointee = true
        let index = order.index(of: element)
        answers.set(test, index, answer, capacity: order.count)
        return answer
    }
}
