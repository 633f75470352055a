import Glibc

// Lines, blocks, and what is passed over.
extension ByteStream {
    /// A line without its line feed, or another piece of text without what ends it.
    enum Line: Equatable {
        case line([UInt8])
        /// It is longer than lines may be, and was not held.
        case tooLong(Int)
    }

    /// The next line; `nil` at the stream's end. What stands before a failure is no line.
    func line(limit: Int) -> Line? { piece(to: 0x0A, limit: limit) }

    /// What stands before the next byte of a kind, which is passed over; `nil` at the stream's end.
    func piece(to byte: UInt8, limit: Int) -> Line? {
        var line: [UInt8] = []
        var length = 0
        while !buffered.isEmpty || fill() {
            let bytes = buffered
            let end = bytes.offset(of: byte)
            let piece = UnsafeRawBufferPointer(rebasing: bytes.prefix(end ?? bytes.count))
            length += piece.count
            if length <= limit { line.append(contentsOf: piece) } else { line = [] }
            advance(piece.count + (end == nil ? 0 : 1))
            if end != nil { return length <= limit ? .line(line) : .tooLong(length) }
        }
        if length == 0 || failure != nil { return nil }
        return length <= limit ? .line(line) : .tooLong(length)
    }

    /// Appends so many bytes; tells how many there were.
    func append(_ count: Int, to bytes: inout [UInt8], while goesOn: () -> Bool = { true }) -> Int {
        // What a length says may be wrong: room is taken as bytes come.
        bytes.reserveCapacity(bytes.count + min(count, 1 << 20))
        return pass(count, while: goesOn) { bytes.append(contentsOf: $0) }
    }

    /// Passes over so many bytes; tells how many there were.
    func skip(_ count: Int, while goesOn: () -> Bool = { true }) -> Int {
        pass(count, while: goesOn) { _ in }
    }

    private func pass(
        _ count: Int,
        while goesOn: () -> Bool,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) -> Int {
        var passed = 0
        while passed < count {
            if buffered.isEmpty {
                guard fill(), goesOn() else { break }
            }
            let piece = UnsafeRawBufferPointer(rebasing: buffered.prefix(count - passed))
            body(piece)
            passed += piece.count
            advance(piece.count)
        }
        return passed
    }
}

extension UnsafeRawBufferPointer {
    /// Where a byte stands first.
    func offset(of byte: UInt8) -> Int? {
        guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
        return UnsafeRawPointer(found) - baseAddress
    }

    /// Where a piece of text stands first, from an offset on.
    func offset(of text: StaticString, from offset: Int = 0) -> Int? {
        let wanted = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
        guard let first = wanted.first else { return offset }
        var offset = offset
        while offset + wanted.count <= count {
            let rest = UnsafeRawBufferPointer(rebasing: self[offset...])
            guard let next = rest.offset(of: first), rest.count - next >= wanted.count else { return nil }
            if rest[next...].starts(with: wanted) { return offset + next }
            offset += next + 1
        }
        return nil
    }
}
