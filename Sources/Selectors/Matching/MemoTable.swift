/// A memo table: a row for each question, with a value for each element by its number in ``ElementOrder``.
///
/// 0 means that the value is not known. A row is allocated when it gets its first value.
struct MemoTable<Value: FixedWidthInteger & BitwiseCopyable>: ~Copyable {
    struct Row {
        var values: UnsafeMutablePointer<Value>?
        var count = 0
    }

    private let rows: Buffer<Row>

    init(rows count: Int32) {
        rows = Buffer(repeating: Row(), count: Int(count))
    }

    deinit {
        for row in 0..<rows.count { rows[row].values?.deallocate() }
    }

    /// Clears the values of a row.
    func forget(_ row: Int32) {
        rows[Int(row)].values?.deallocate()
        rows[Int(row)] = Row()
    }

    /// Whether a row has any value.
    @inline(__always)
    func hasValues(_ row: Int32) -> Bool { rows[Int(row)].values != nil }

    /// The value for an element; 0 if it is not known.
    @inline(__always)
    func value(_ row: Int32, _ element: Int) -> Value {
        let row = rows[Int(row)]
        guard let values = row.values, element < row.count else { return 0 }
        return values[element]
    }

    /// Stores a value.
    ///
    /// - Parameter capacity: the number of elements.
    @inline(__always)
    func setValue(_ row: Int32, _ element: Int, _ value: Value, capacity: Int) {
        values(row, capacity)[element] = value
    }

    /// The memory of a row, grown to a capacity.
    @inline(__always)
    private func values(_ row: Int32, _ capacity: Int) -> UnsafeMutablePointer<Value> {
        if let values = rows[Int(row)].values, rows[Int(row)].count >= capacity { return values }
        return grow(Int(row), capacity)
    }

    @inline(never)
    private func grow(_ row: Int, _ capacity: Int) -> UnsafeMutablePointer<Value> {
        let values = UnsafeMutablePointer<Value>.allocate(capacity: max(capacity, 1))
        values.initialize(repeating: 0, count: max(capacity, 1))
        if let old = rows[row].values {
            values.update(from: old, count: rows[row].count)
            old.deallocate()
        }
        rows[row] = Row(values: values, count: capacity)
        return values
    }
}

/// A memo table of boolean values.
typealias AnswerTable = MemoTable<UInt8>

extension MemoTable<UInt8> {
    private static var no: UInt8 { 1 }
    private static var yes: UInt8 { 2 }

    /// The value for an element; `nil` if it is not known.
    @inline(__always)
    subscript(row: Int32, element: Int) -> Bool? {
        let value = value(row, element)
        return value == 0 ? nil : value == Self.yes
    }

    /// Stores a value.
    ///
    /// - Parameter capacity: the number of elements.
    @inline(__always)
    func set(_ row: Int32, _ element: Int, _ answer: Bool, capacity: Int) {
        setValue(row, element, answer ? Self.yes : Self.no, capacity: capacity)
    }

    /// Stores the same value for consecutive elements.
    func set(_ row: Int32, _ elements: Range<Int>, _ answer: Bool, capacity: Int) {
        guard !elements.isEmpty else { return }
        let values = values(row, capacity) + elements.lowerBound
        values.update(repeating: answer ? Self.yes : Self.no, count: elements.count)
    }
}
