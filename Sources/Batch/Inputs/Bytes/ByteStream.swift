import Scraping

/// The bytes of a file or of standard input in their order, unpacked where they are packed with gzip or Zstandard, of
/// which no more is held than a piece.
///
/// Whether they are packed is told by how they begin, not by the file's name. Several members, one behind the other, are
/// one stream; behind a damaged one ``recover()`` goes on with the next.
final class ByteStream {
    /// Why a stream ends before the input does.
    struct Failure: Hashable {
        let message: String
        /// Where on disk.
        let offset: Int
        var help: String?
        /// Where the packed member that it happened in began, among the unpacked bytes.
        var memberStart: Int?
    }

    /// Where the first of the ``buffered`` bytes stands, among the unpacked bytes.
    private(set) var position = 0
    /// Why the stream ends where it ends; `nil` as long as there are bytes, and for the input's own end.
    var failure: Failure? { start == end ? failed : nil }

    private let file: InputFile
    private var failed: Failure?
    private var buffer = Bytes(ByteStream.capacity)
    private var start = 0
    private var end = 0
    private var members: PackedMembers?
    private var isBegun = false

    private static let capacity = 1 << 18

    /// The bytes of a file.
    init(_ path: String) throws(File.Failure) {
        file = try InputFile(path)
    }

    /// The bytes of standard input.
    init() {
        file = InputFile()
    }

    /// The file's path, or `<standard input>`.
    var name: String { file.name }

    /// The file's size on disk; `nil` for what is no regular file.
    var size: Int? { file.size }

    /// The bytes that are at hand, valid until the next call.
    var buffered: UnsafeRawBufferPointer { buffer[start..<end] }

    /// Whether the bytes are packed on disk.
    var isPacked: Bool {
        if !isBegun { fill() }
        return members != nil
    }

    /// How many bytes on disk lie behind.
    var consumed: Int { file.offset - (members?.waiting ?? end - start) }

    /// Where the packed member in which reading stands begins, among the unpacked bytes; `nil` for plain bytes.
    var memberStart: Int? { members?.start }
}

extension ByteStream {
    /// Gets more bytes behind those at hand; `false` where there are none.
    @discardableResult
    func fill() -> Bool {
        makeRoom()
        if !isBegun {
            begin()
            if end > start { return true }
        }
        if failed != nil { return false }
        let room = buffer.room(from: end)
        let count =
            members == nil ? readDisk(into: room) : inflate(into: room)
        end += count
        return count > 0
    }

    /// Gets bytes until so many are at hand; `false` where there are fewer left.
    func ensure(_ count: Int) -> Bool {
        while end - start < count {
            if !fill() { return false }
        }
        return true
    }

    /// Passes over bytes that are at hand.
    func advance(_ count: Int) {
        start += count
        position += count
    }

    /// Puts bytes back before those at hand, which stood there.
    func unread(_ bytes: ArraySlice<UInt8>) {
        if bytes.count > start {
            let larger = Bytes(bytes.count + (end - start) + ByteStream.capacity)
            larger.copy(buffered, to: bytes.count)
            end = bytes.count + (end - start)
            start = bytes.count
            buffer = larger
        }
        start -= bytes.count
        position -= bytes.count
        bytes.withUnsafeBytes { buffer.copy($0, to: start) }
    }

    /// Goes on behind a failure with the next packed member; `false` where there is none.
    func recover() -> Bool {
        guard let failure, let members, failure.memberStart != nil else { return false }
        // The damage may have been noticed only in the next member: search from where the damaged one began, of what comes
        // through a pipe as far as it is still at hand.
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
        isBegun = true
        let count = readDisk(into: buffer.room(from: end))
        end += count
        // Two or four bytes tell; a pipe may give less at first.
        while end - start < 4, count > 0, Packing.mayBegin(buffered) {
            let more = readDisk(into: buffer.room(from: end))
            end += more
            if more == 0 { break }
        }
        guard let packing = Packing.of(buffered) else { return }
        guard let members = PackedMembers(buffered, packing) else {
            failed = Failure(message: packing.missing, offset: 0, help: packing.help)
            end = start
            return
        }
        self.members = members
        end = start
    }

    /// Moves the bytes at hand to the front where there is little room behind them.
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
        let other = Bytes(count)
        other.copy(buffered, to: 0)
        buffer = other
    }

    private func readDisk(into room: UnsafeMutableRawBufferPointer) -> Int {
        let count = file.read(into: room)
        if let message = file.failure { failed = Failure(message: message, offset: file.offset) }
        return count
    }

    /// Reads more packed bytes; tells how many.
    private func refill(_ members: PackedMembers) -> Int {
        let count = readDisk(into: members.room())
        members.added(count)
        return count
    }

    private func inflate(into room: UnsafeMutableRawBufferPointer) -> Int {
        guard let members else { return 0 }
        while true {
            switch members.step(into: room, position: position + (end - start), consumed: consumed) {
            case .given(let count): return count
            case .hungry:
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
