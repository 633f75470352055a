/// What has been found out about elements: for each question and each element's number not known, no, or yes.
///
/// A byte an element, and nothing for a question that was never asked.
struct Answers {
    private struct Row {
        var bytes: UnsafeMutablePointer<UInt8>
        var count: Int
    }

    private static let unknown: UInt8 = 0
    private static let no: UInt8 = 1
    private static let yes: UInt8 = 2

    private let rows: UnsafeMutablePointer<Row?>
    private let questions: Int

    init(questions: Int32) {
        self.questions = Int(questions)
        rows = .allocate(capacity: max(self.questions, 1))
        rows.initialize(repeating: nil, count: self.questions)
    }

    func free() {
        for question in 0..<questions { rows[question]?.bytes.deallocate() }
        rows.deallocate()
    }

    /// Forgets the answers to a question.
    func forget(_ question: Int32) {
        rows[Int(question)]?.bytes.deallocate()
        rows[Int(question)] = nil
    }

    @inline(__always)
    subscript(question: Int32, element: Int) -> Bool? {
        guard let row = rows[Int(question)], element < row.count, row.bytes[element] != Answers.unknown else {
            return nil
        }
        return row.bytes[element] == Answers.yes
    }

    /// Whether any answer to a question has been noted.
    @inline(__always)
    func hasAnswers(_ question: Int32) -> Bool { rows[Int(question)] != nil }

    /// The answer for an element whose number is asked for only where the question has any answer.
    func known(_ question: Int32, _ element: () -> Int) -> Bool? {
        rows[Int(question)] == nil ? nil : self[question, element()]
    }

    /// Notes an answer. `capacity` is the number of elements that there are.
    @inline(__always)
    func set(_ question: Int32, _ element: Int, _ answer: Bool, capacity: Int) {
        row(question, capacity)[element] = answer ? Answers.yes : Answers.no
    }

    /// Notes the same answer for consecutive elements.
    func set(_ question: Int32, _ elements: Range<Int>, _ answer: Bool, capacity: Int) {
        guard !elements.isEmpty else { return }
        let bytes = row(question, capacity) + elements.lowerBound
        bytes.update(repeating: answer ? Answers.yes : Answers.no, count: elements.count)
    }

    @inline(__always)
    private func row(_ question: Int32, _ capacity: Int) -> UnsafeMutablePointer<UInt8> {
        if let row = rows[Int(question)], row.count >= capacity { return row.bytes }
        return grownRow(Int(question), capacity)
    }

    @inline(never)
    private func grownRow(_ question: Int, _ capacity: Int) -> UnsafeMutablePointer<UInt8> {
        let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: max(capacity, 1))
        bytes.initialize(repeating: Answers.unknown, count: max(capacity, 1))
        if let old = rows[question] {
            bytes.update(from: old.bytes, count: old.count)
            old.bytes.deallocate()
        }
        rows[question] = Row(bytes: bytes, count: capacity)
        return bytes
    }
}
