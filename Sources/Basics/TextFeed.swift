import Platform

/// A text that is read from its beginning to its end, with no more of it in memory than its reader needs.
///
/// A reader reads ``bytes``. If they end within what it reads and the text is not complete, it calls
/// ``refill(dropping:)`` and reads again.
package final class TextFeed {
    /// The part of the text that is in memory: valid UTF-8 without NUL bytes, lines ended by LF. It may end within a
    /// line, but not within a character.
    package var bytes: UnsafeBufferPointer<UInt8> { memory }
    /// Whether the text ends with ``bytes``.
    package var isComplete: Bool { isAtEnd }

    // A stored property that another room reads itself is checked there for overlapping accesses at run time, in spite of the
    // attribute: for JSON, that took a twentieth of the time.
    @exclusivity(unchecked) private var memory: UnsafeBufferPointer<UInt8>
    @exclusivity(unchecked) private var isAtEnd: Bool

    /// Returns the next part of the text; `nil` at its end.
    package typealias Supply = () -> [UInt8]?

    private let supply: Supply
    /// The number of bytes after which ``bytes`` do not grow any more: of a part of the text, and of all of it.
    private var limits: (part: Int, whole: Int)
    /// The limit at which the text ends early, because more would have to be in memory; `nil` if it does not.
    package private(set) var reachedLimit: Int?
    /// Called before the feed waits for more of the text.
    package var willWait: (() -> Void)?
    /// The storage of ``bytes``, if they are not the caller's.
    private var storage: UnsafeMutablePointer<UInt8>?
    private var capacity = 0
    /// The number of lines that end before ``bytes``.
    private var lines = 0
    /// The number of Unicode scalars of the first line that precede ``bytes``.
    private var scalars = 0

    /// A text that is in memory as a whole.
    ///
    /// - Parameter text: valid as long as the feed is used.
    package init(whole text: UnsafeBufferPointer<UInt8>) {
        memory = text
        isAtEnd = true
        limits = (.max, .max)
        supply = { nil }
    }

    /// A text that is supplied in parts.
    ///
    /// The number of bytes in memory is limited, apart from those of the last part; if a reader needs more, the text ends.
    /// Readers look ahead, so that a limit below 128 KB is raised to that.
    ///
    /// - Parameters:
    ///   - limit: the limit for a reader that needs all of the text.
    ///   - partLimit: that for a reader that needs a part at a time.
    package init(limit: Int = .max, partLimit: Int = .max, _ supply: @escaping Supply) {
        memory = UnsafeBufferPointer(start: nil, count: 0)
        isAtEnd = false
        let whole = max(limit, 1 << 17)
        limits = (min(whole, max(partLimit, 1 << 17)), whole)
        self.supply = supply
    }

    deinit { storage?.deallocate() }

    /// Reads the next part of the text, if there is one. Offsets in ``bytes`` decrease by the number of dropped bytes.
    ///
    /// - Parameter count: the number of bytes at the beginning that are no longer needed.
    package func refill(dropping count: Int) {
        guard !isComplete else { return }
        if count > 0 { drop(count) }
        if bytes.count > limits.part {
            reachedLimit = limits.part
            isAtEnd = true
            return
        }
        willWait?()
        guard let part = supply() else {
            isAtEnd = true
            return
        }
        let end = bytes.count
        reserve(end + part.count)
        guard let storage else { return }
        part.withUnsafeBufferPointer { part in
            if let start = part.baseAddress { (storage + end).update(from: start, count: part.count) }
        }
        memory = UnsafeBufferPointer(start: storage, count: end + part.count)
    }

    /// Reads parts until some bytes at least follow an offset, or the text is complete.
    package func refill(dropping count: Int, until needed: Int) {
        refill(dropping: count)
        while !isComplete, bytes.count < needed { refill(dropping: 0) }
    }

    /// Reads the rest of the text.
    package func refillAll() {
        limits.part = limits.whole
        while !isComplete { refill(dropping: 0) }
    }

    private func drop(_ count: Int) {
        let ends = UnsafeBufferPointer(rebasing: bytes[..<count]).lineEnds
        var start = ends > 0 ? count : 0
        while start > 0, bytes[start - 1] != 0x0A { start -= 1 }
        let characters = UnsafeBufferPointer(rebasing: bytes[start..<count]).scalarCount
        lines += ends
        scalars = (ends > 0 ? 0 : scalars) + characters
        let rest = bytes.count - count
        if let storage { storage.update(from: storage + count, count: rest) }
        memory = UnsafeBufferPointer(start: storage, count: rest)
    }

    private func reserve(_ count: Int) {
        guard count > capacity else { return }
        // Doubled, so that copying takes linear time.
        let larger = max(count, 2 * capacity)
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        if let storage {
            new.update(from: storage, count: bytes.count)
            storage.deallocate()
        }
        storage = new
        capacity = larger
    }

    /// The line and the column of an offset in ``bytes``, both from 1; the column in Unicode scalars.
    ///
    /// Complexity: linear in the offset.
    package func place(of offset: Int) -> (line: Int, column: Int) {
        var line = lines + 1
        var column = scalars + 1
        for byte in bytes.prefix(offset) {
            if byte == 0x0A {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        return (line, column)
    }
}

/// The lines of ascending offsets in a text, in which each line feed is searched once.
package struct LineCounter {
    /// The line of the last offset, from 1.
    package private(set) var line: Int
    /// Where that line starts.
    package private(set) var start: Int
    /// Every line feed before this offset is counted. It may be beyond the last offset that was asked for.
    private var next: Int

    /// A counter at an offset of a line.
    package init(line: Int = 1, startingAt start: Int = 0, at offset: Int = 0) {
        self.line = line
        self.start = start
        next = offset
    }

    /// The line of an offset, which is not before the last one.
    @inline(__always)
    package mutating func line(at offset: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
        if next < offset { move(to: min(offset, text.count), in: text) }
        return line
    }

    @inline(never)
    private mutating func move(to end: Int, in text: UnsafeBufferPointer<UInt8>) {
        guard let base = text.baseAddress else { return }
        while next < end {
            guard let found = memchr(base + next, 0x0A, text.count - next) else {
                next = text.count
                return
            }
            next = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            if next >= end { return }
            line += 1
            next += 1
            start = next
        }
    }

    /// Called before the beginning of the text is dropped, up to an offset that is not before the last one.
    package mutating func drop(_ count: Int, of text: UnsafeBufferPointer<UInt8>) {
        _ = line(at: count, in: text)
        next -= count
        start -= count
    }
}
