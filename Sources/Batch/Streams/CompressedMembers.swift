/// The gzip members or Zstandard frames of a stream, decompressed one after the other.
final class CompressedMembers {
    /// The result of a step.
    enum Step {
        /// The number of bytes that were written.
        case written(Int)
        /// More compressed bytes are needed.
        case needsInput
        case failed(ByteStream.Failure)
    }

    /// Where the member starts among the decompressed bytes.
    private(set) var start = 0
    /// Where the member starts on disk.
    private(set) var offset = 0
    private let compression: Compression
    private var decompressor: any Decompressor
    /// Whether the dictionary before the members has been read, or there is none.
    private var isDictionaryKnown: Bool
    private var isInMember = false
    /// Whether the last step has filled its output, so that the decoder may have more.
    private var isFull = false
    /// Damage after the bytes of the last step.
    private var failure: ByteStream.Failure?
    private var compressed = ByteBuffer(1 << 18)
    /// The number of compressed bytes that the buffer must be able to hold.
    private var wanted = 0
    private var first = 0
    private var end = 0
    /// Where the member starts in the buffer; `nil` once its start has been dropped.
    private var memberFirst: Int?

    /// Creates the members from the stream's first bytes; `nil` if the system has no library to decompress them.
    init?(_ bytes: UnsafeRawBufferPointer, _ compression: Compression) {
        guard let decompressor = compression.decompressor else { return nil }
        self.compression = compression
        self.decompressor = decompressor
        isDictionaryKnown = compression != .zstandard
        compressed.copy(bytes, to: 0)
        end = bytes.count
    }

    /// The number of compressed bytes in the buffer.
    var waiting: Int { end - first }

    /// The room for more compressed bytes.
    func room() -> UnsafeMutableRawBufferPointer {
        // The consumed part of the member is kept as long as it takes at most half of the buffer.
        if let begin = memberFirst, end - begin > compressed.count / 2 { memberFirst = nil }
        let kept = memberFirst ?? first
        if wanted > compressed.count {
            let larger = ByteBuffer(wanted)
            larger.copy(compressed[kept..<end], to: 0)
            compressed = larger
        } else {
            compressed.move(kept..<end)
        }
        end -= kept
        first -= kept
        if memberFirst != nil { memberFirst = 0 }
        return compressed.room(from: end)
    }

    /// Adds bytes that were written to ``room()``.
    func added(_ count: Int) { end += count }

    /// Drops the buffered bytes, since the file continues elsewhere.
    func forget() {
        first = 0
        end = 0
        memberFirst = nil
        isInMember = false
        isDictionaryKnown = true
    }

    /// Returns to the second byte of the member if it is still in the buffer.
    func rewind() {
        isInMember = false
        guard let begin = memberFirst else { return }
        first = min(begin + 1, end)
        memberFirst = nil
    }

    /// Decompresses as much as fits, at most to the member's end.
    func step(into room: UnsafeMutableRawBufferPointer, position: Int, consumed: Int) -> Step {
        if let failure {
            self.failure = nil
            return .failed(failure)
        }
        var written = 0
        var consumed = consumed
        while written == 0 {
            if !isInMember {
                let before = first
                if let step = beginMember(consumed) { return step }
                consumed += first - before
                (start, offset) = (position, consumed)
            }
            if first == end, !(isInMember && isFull) { return .needsInput }
            let step = decompressor.step(compressed[first..<end], into: room)
            isFull = step.written == room.count
            first += step.consumed
            consumed += step.consumed
            written = step.written
            switch step.status {
            case .end: isInMember = false
            case .more: if step.consumed == 0, written == 0 { return .needsInput }
            case .damaged(let reason):
                isInMember = false
                let message = "the compressed data is damaged at byte \(consumed) (\(reason))"
                let failure = ByteStream.Failure(message: message, offset: consumed, memberStart: start)
                if written == 0 { return .failed(failure) }
                // The bytes before the damage are returned first.
                self.failure = failure
            }
        }
        return .written(written)
    }

    /// Starts the next member; returns why that is not possible, or `nil`.
    private func beginMember(_ consumed: Int) -> Step? {
        if !isDictionaryKnown, let step = readDictionary(consumed) { return step }
        let zeros = compressed[first..<end].prefix { $0 == 0 }.count
        first += zeros
        if end - first < compression.startLength { return .needsInput }
        memberFirst = first
        guard compression.isStart(compressed[first..<end]) else {
            let place = consumed + zeros
            offset = place
            return .failed(
                ByteStream.Failure(message: compression.foreign(at: place), offset: place, memberStart: .max)
            )
        }
        decompressor.reset()
        isInMember = true
        isFull = false
        return nil
    }

    /// Reads the dictionary of the members if there is one; returns why that is not possible, or `nil`.
    private func readDictionary(_ consumed: Int) -> Step? {
        let bytes = compressed[first..<end]
        if bytes.count < ZstandardDictionary.headLength { return .needsInput }
        let length = ZstandardDictionary.length(bytes)
        guard ZstandardDictionary.isStart(bytes), length <= ZstandardDictionary.longest else {
            isDictionaryKnown = true
            return nil
        }
        if bytes.count < length {
            wanted = length
            return .needsInput
        }
        isDictionaryKnown = true
        first += length
        let frame = UnsafeRawBufferPointer(rebasing: bytes.prefix(length))
        guard let decoder = ZstandardDictionary.content(of: frame).flatMap(ZstandardDecoder.init) else {
            let message = "the dictionary of the compressed data is damaged"
            return .failed(ByteStream.Failure(message: message, offset: consumed, memberStart: .max))
        }
        decompressor = decoder
        return nil
    }

    /// The failure if the file ends here; `nil` between two members.
    func failure(atEnd consumed: Int) -> ByteStream.Failure? {
        guard isInMember || waiting > 0 else { return nil }
        let place = consumed + waiting
        return ByteStream.Failure(
            message: "the compressed data ends early, at byte \(place)",
            offset: place,
            memberStart: isInMember ? start : .max
        )
    }

    /// Moves to the next place where a member may start; returns false if more bytes are needed.
    func findMember() -> Bool {
        let bytes = compressed[first..<end]
        var index = 0
        while index + 4 <= bytes.count {
            if isMember(bytes, at: index) {
                first += index
                isInMember = false
                return true
            }
            index += 1
        }
        first += index
        return false
    }

    private func isMember(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
        if compression == .gzip {
            // The method and the reserved flags exclude more than the first two bytes alone.
            return bytes[index] == 0x1F && bytes[index + 1] == 0x8B && bytes[index + 2] == 8
                && bytes[index + 3] & 0xE0 == 0
        }
        return compression.isStart(UnsafeRawBufferPointer(rebasing: bytes[index...]))
    }
}

/// The dictionary at the start of an archive whose frames are all compressed with it: a skippable frame.
///
/// Specification: [Zstandard Compression for WARC
/// Files](https://iipc.github.io/warc-specifications/specifications/warc-zstd/).
enum ZstandardDictionary {
    /// The maximum length of the frame, and of the dictionary after decompression.
    static let longest = 64 << 20
    /// The number of bytes before the dictionary.
    static let headLength = 8

    /// Whether a frame starts like one with a dictionary.
    static func isStart(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: [0x5D, 0x2A, 0x4D, 0x18])
    }

    /// The number of bytes of a frame with its header. `frame` must contain the header.
    static func length(_ frame: UnsafeRawBufferPointer) -> Int {
        headLength + Int(UInt32(littleEndian: frame.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
    }

    /// The dictionary in a frame, which may be compressed itself; `nil` if it cannot be decompressed.
    static func content(of frame: UnsafeRawBufferPointer) -> [UInt8]? {
        let content = Array(frame.dropFirst(headLength))
        guard Compression.zstandard.isStart(content) else { return content }
        let decompressed = DecompressedData(content[...], .zstandard, limit: longest)
        return decompressed.failure == nil && decompressed.bytes.count <= longest ? decompressed.bytes : nil
    }
}
