import Engine
import Platform

/// The bytes of a file or of standard input in order, decompressed if they are compressed with gzip or Zstandard. Only a
/// buffer of them is in memory.
///
/// Whether a file is compressed is decided by its first bytes, not by its name. Consecutive members are one stream;
/// after a damaged one ``recover()`` continues with the next.
final class ByteStream {
    /// Why a stream ends before the input does.
    struct Failure: Hashable {
        let message: String
        /// The offset on disk.
        let offset: Int
        var help: String?
        /// Where the damaged member starts among the decompressed bytes; `nil` if no member is damaged.
        var memberStart: Int?
    }

    /// The offset of the first of the ``buffered`` bytes among the decompressed bytes.
    private(set) var position = 0
    /// Why the stream ends here; `nil` while there are bytes, and at the input's own end.
    var failure: Failure? { start == end ? failed : nil }

    private let file: InputFile
    private var failed: Failure?
    private var buffer = ByteBuffer(ByteStream.capacity)
    private var start = 0
    private var end = 0
    private var members: CompressedMembers?
    private var hasBegun = false

    private static let capacity = 1 << 18

    /// Opens a file.
    init(_ path: String) throws(File.Failure) {
        file = try InputFile(path)
    }

    /// Opens standard input.
    init() {
        file = InputFile()
    }

    /// The file's path, or `<standard input>`.
    var name: String { file.name }

    /// The file's size on disk; `nil` if it is not a regular file.
    var size: Int? { file.size }

    /// The bytes in the buffer, valid until the next call.
    var buffered: UnsafeRawBufferPointer { buffer[start..<end] }

    /// Whether the bytes are compressed on disk.
    var isCompressed: Bool {
        if !hasBegun { fill() }
        return members != nil
    }

    /// The number of bytes on disk that have been consumed.
    var consumed: Int { file.offset - (members?.waiting ?? end - start) }

    /// Where the current compressed member starts among the decompressed bytes; `nil` for plain bytes.
    var memberStart: Int? { members?.start }
}

extension ByteStream {
    /// Reads more bytes into the buffer; returns false if there are none.
    @discardableResult
    func fill() -> Bool {
        makeRoom()
        if !hasBegun {
            begin()
            if end > start { return true }
        }
        if failed != nil { return false }
        let room = buffer.room(from: end)
        let count =
            members == nil ? readDisk(into: room) : decompress(into: room)
        end += count
        return count > 0
    }

    /// Fills the buffer until it contains `count` bytes; returns false if fewer are left.
    func ensure(_ count: Int) -> Bool {
        while end - start < count {
            if !fill() { return false }
        }
        return true
    }

    /// Consumes bytes of the buffer.
    func advance(_ count: Int) {
        start += count
        position += count
    }

    /// Puts consumed bytes back in front of the buffer.
    func unread(_ bytes: ArraySlice<UInt8>) {
        if bytes.count > start {
            let larger = ByteBuffer(bytes.count + (end - start) + ByteStream.capacity)
            larger.copy(buffered, to: bytes.count)
            end = bytes.count + (end - start)
            start = bytes.count
            buffer = larger
        }
        start -= bytes.count
        position -= bytes.count
        bytes.withUnsafeBytes { buffer.copy($0, to: start) }
    }

    /// Continues after a failure with the next compressed member; returns false if there is none.
    func recover() -> Bool {
        guard let failure, let members, failure.memberStart != nil else { return false }
        // The decoder may report damage only in the next member. The search starts where the damaged one started, in a
        // pipe as far back as its bytes are still in the buffer.
        if file.seek(to: members.offset + 1) { members.forget() } else { members.rewind() }
        failed = nil
        while !members.findMember() {
            if refill(members) == 0 { return false }
        }
        return true
    }
}

// MARK: - Reading

extension ByteStream {
    private func begin() {
        hasBegun = true
        let count = readDisk(into: buffer.room(from: end))
        end += count
        // Two or four bytes identify the format; the first read of a pipe may return fewer.
        while end - start < 4, count > 0, Compression.mayBegin(buffered) {
            let more = readDisk(into: buffer.room(from: end))
            end += more
            if more == 0 { break }
        }
        guard let compression = Compression.of(buffered) else { return }
        guard let members = CompressedMembers(buffered, compression) else {
            failed = Failure(message: compression.missing, offset: 0, help: compression.help)
            end = start
            return
        }
        self.members = members
        end = start
    }

    /// Moves the buffered bytes to the front if little room follows them.
    private func makeRoom() {
        if start == end {
            start = 0
            end = 0
            if buffer.count > ByteStream.capacity { replaceBuffer(ByteStream.capacity) }
        } else if buffer.count - end < buffer.count / 2 {
            if end - start > buffer.count / 2 {
                replaceBuffer(buffer.count * 2)
            } else {
                buffer.move(start..<end)
            }
            end -= start
            start = 0
        }
    }

    private func replaceBuffer(_ count: Int) {
        let other = ByteBuffer(count)
        other.copy(buffered, to: 0)
        buffer = other
    }

    private func readDisk(into room: UnsafeMutableRawBufferPointer) -> Int {
        let count = file.read(into: room)
        if let message = file.failure { failed = Failure(message: message, offset: file.offset) }
        return count
    }

    /// Reads more compressed bytes; returns their number.
    private func refill(_ members: CompressedMembers) -> Int {
        let count = readDisk(into: members.room())
        members.added(count)
        return count
    }

    private func decompress(into room: UnsafeMutableRawBufferPointer) -> Int {
        guard let members else { return 0 }
        while true {
            switch members.step(into: room, position: position + (end - start), consumed: consumed) {
            case .written(let count): return count
            case .needsInput:
                if refill(members) > 0 { continue }
                if failed == nil { failed = members.failure(atEnd: consumed) }
                return 0
            case .failed(let failure):
                failed = failure
                return 0
            }
        }
    }
}

// MARK: - Lines and blocks

extension ByteStream {
    /// A line without its line feed, or other text without its delimiter.
    enum Line: Equatable {
        case line([UInt8])
        /// The line is longer than the limit, with its length. Its bytes are not kept.
        case tooLong(Int)
    }

    /// The next line; `nil` at the stream's end. Bytes directly before a failure are not a line.
    func line(limit: Int) -> Line? { text(upTo: 0x0A, limit: limit) }

    /// Whether the buffer has a whole line.
    var hasLine: Bool { buffered.offset(of: 0x0A) != nil }

    /// The text before the next delimiter, which is consumed too; `nil` at the stream's end.
    func text(upTo byte: UInt8, limit: Int) -> Line? {
        var line: [UInt8] = []
        var length = 0
        while !buffered.isEmpty || fill() {
            let bytes = buffered
            let end = bytes.offset(of: byte)
            let chunk = UnsafeRawBufferPointer(rebasing: bytes.prefix(end ?? bytes.count))
            length += chunk.count
            if length <= limit { line.append(contentsOf: chunk) } else { line = [] }
            advance(chunk.count + (end == nil ? 0 : 1))
            if end != nil { return length <= limit ? .line(line) : .tooLong(length) }
        }
        if length == 0 || failure != nil { return nil }
        return length <= limit ? .line(line) : .tooLong(length)
    }

    /// Appends the next bytes to `bytes`; returns their number.
    ///
    /// - Parameter condition: evaluated after each read; false ends the block early.
    func append(_ count: Int, to bytes: inout [UInt8], while condition: () -> Bool = { true }) -> Int {
        // A declared length may be wrong: memory is allocated as bytes arrive.
        bytes.reserveCapacity(bytes.count + min(count, 1 << 20))
        return consume(count, while: condition) { bytes.append(contentsOf: $0) }
    }

    /// Skips the next bytes; returns their number.
    func skip(_ count: Int, while condition: () -> Bool = { true }) -> Int {
        consume(count, while: condition) { _ in }
    }

    private func consume(
        _ count: Int,
        while condition: () -> Bool,
        _ body: (UnsafeRawBufferPointer) -> Void
    ) -> Int {
        var consumed = 0
        while consumed < count {
            if buffered.isEmpty {
                guard fill(), condition() else { break }
            }
            let chunk = UnsafeRawBufferPointer(rebasing: buffered.prefix(count - consumed))
            body(chunk)
            consumed += chunk.count
            advance(chunk.count)
        }
        return consumed
    }
}

extension UnsafeRawBufferPointer {
    /// The offset of the first occurrence of a byte.
    func offset(of byte: UInt8) -> Int? {
        guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
        return UnsafeRawPointer(found) - baseAddress
    }

    /// The offset of the first occurrence of a text at or after an offset.
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
