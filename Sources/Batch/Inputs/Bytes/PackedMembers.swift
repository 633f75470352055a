/// The members of gzip, or the frames of Zstandard, that a stream consists of, unpacked one after the other.
final class PackedMembers {
    /// What a step came to.
    enum Step {
        case given(Int)
        /// More packed bytes are needed.
        case hungry
        case failed(ByteStream.Failure)
    }

    /// Where the member begins, among the unpacked bytes.
    private(set) var start = 0
    /// Where it begins on disk.
    private(set) var offset = 0
    private let packing: Packing
    private var unpacker: any Unpacker
    /// Whether it is known that there is no dictionary before the members, or which.
    private var isDictionaryKnown: Bool
    private var isWithin = false
    /// Whether the last step has given as much as there was room for, and may hold more.
    private var isFull = false
    /// The damage behind what was given last.
    private var failure: ByteStream.Failure?
    private var packed = Bytes(1 << 18)
    /// How many packed bytes must be at hand at once.
    private var wanted = 0
    private var first = 0
    private var end = 0
    /// Where the member begins among the packed bytes, as long as these are still at hand.
    private var memberFirst: Int?

    /// The members of which the first bytes are given; `nil` where the system has no library to unpack them.
    init?(_ bytes: UnsafeRawBufferPointer, _ packing: Packing) {
        guard let unpacker = packing.unpacker else { return nil }
        self.packing = packing
        self.unpacker = unpacker
        isDictionaryKnown = packing != .zstandard
        packed.copy(bytes, to: 0)
        end = bytes.count
    }

    /// How many packed bytes have been read and not been unpacked yet.
    var waiting: Int { end - first }

    /// The room for more packed bytes.
    func room() -> UnsafeMutableRawBufferPointer {
        // What has been taken of the member is kept for as long as it leaves half of the room.
        if let begin = memberFirst, end - begin > packed.count / 2 { memberFirst = nil }
        let kept = memberFirst ?? first
        if wanted > packed.count {
            let larger = Bytes(wanted)
            larger.copy(packed[kept..<end], to: 0)
            packed = larger
        } else {
            packed.move(kept..<end)
        }
        end -= kept
        first -= kept
        if memberFirst != nil { memberFirst = 0 }
        return packed.room(from: end)
    }

    /// Takes bytes that were put where there is room.
    func added(_ count: Int) { end += count }

    /// Forgets the packed bytes at hand, since others are to be read.
    func forget() {
        first = 0
        end = 0
        memberFirst = nil
        isWithin = false
        isDictionaryKnown = true
    }

    /// Goes back to the second byte of the member, as far as its bytes are still at hand.
    func rewind() {
        isWithin = false
        guard let begin = memberFirst else { return }
        first = min(begin + 1, end)
        memberFirst = nil
    }

    /// Unpacks as much as there is room for, at most to the member's end.
    func step(into room: UnsafeMutableRawBufferPointer, position: Int, consumed: Int) -> Step {
        if let failure {
            self.failure = nil
            return .failed(failure)
        }
        var given = 0
        var consumed = consumed
        while given == 0 {
            if !isWithin {
                let before = first
                if let answer = begin(consumed) { return answer }
                consumed += first - before
                (start, offset) = (position, consumed)
            }
            if first == end, !(isWithin && isFull) { return .hungry }
            let step = unpacker.step(packed[first..<end], into: room)
            isFull = step.given == room.count
            first += step.taken
            consumed += step.taken
            given = step.given
            switch step.status {
            case .end: isWithin = false
            case .more: if step.taken == 0, given == 0 { return .hungry }
            case .damaged(let what):
                isWithin = false
                let message = "the packed data is damaged at byte \(consumed) (\(what))"
                let failure = ByteStream.Failure(message: message, offset: consumed, memberStart: start)
                if given == 0 { return .failed(failure) }
                // What could be unpacked comes first.
                self.failure = failure
            }
        }
        return .given(given)
    }

    /// Begins the next member; tells why it cannot, `nil` where it can.
    private func begin(_ consumed: Int) -> Step? {
        if !isDictionaryKnown, let answer = takeDictionary(consumed) { return answer }
        let zeros = packed[first..<end].prefix { $0 == 0 }.count
        first += zeros
        if end - first < packing.startLength { return .hungry }
        memberFirst = first
        guard packing.isStart(packed[first..<end]) else {
            let place = consumed + zeros
            let message =
                "what follows at byte \(place) is not packed with \(packing.name), as all before it is"
            offset = place
            return .failed(ByteStream.Failure(message: message, offset: place, memberStart: .max))
        }
        unpacker.reset()
        isWithin = true
        isFull = false
        return nil
    }

    /// Takes the dictionary that the members are packed with, if there is one; tells why it cannot.
    private func takeDictionary(_ consumed: Int) -> Step? {
        let bytes = packed[first..<end]
        if bytes.count < ZstandardDictionary.headLength { return .hungry }
        let length = ZstandardDictionary.length(bytes)
        guard ZstandardDictionary.isStart(bytes), length <= ZstandardDictionary.longest else {
            isDictionaryKnown = true
            return nil
        }
        if bytes.count < length {
            wanted = length
            return .hungry
        }
        isDictionaryKnown = true
        first += length
        let frame = UnsafeRawBufferPointer(rebasing: bytes.prefix(length))
        guard let decoder = ZstandardDictionary.content(of: frame).flatMap(ZstandardDecoder.init) else {
            let message = "the dictionary that the data is packed with is damaged"
            return .failed(ByteStream.Failure(message: message, offset: consumed, memberStart: .max))
        }
        unpacker = decoder
        return nil
    }

    /// What there is to tell where the file ends.
    func failure(atEnd consumed: Int) -> ByteStream.Failure? {
        guard isWithin || waiting > 0 else { return nil }
        let place = consumed + waiting
        return ByteStream.Failure(
            message: "the packed data ends early, at byte \(place)",
            offset: place,
            memberStart: isWithin ? start : .max
        )
    }

    /// Goes to the next place at which a member seems to begin; `false` where more bytes are needed.
    func findMember() -> Bool {
        let bytes = packed[first..<end]
        var index = 0
        while index + 4 <= bytes.count {
            if isMember(bytes, at: index) {
                first += index
                isWithin = false
                return true
            }
            index += 1
        }
        first += index
        return false
    }

    private func isMember(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
        if packing == .gzip {
            // Its method, and its flags that mean nothing, tell more than the first two bytes.
            return bytes[index] == 0x1F && bytes[index + 1] == 0x8B && bytes[index + 2] == 8
                && bytes[index + 3] & 0xE0 == 0
        }
        return packing.isStart(UnsafeRawBufferPointer(rebasing: bytes[index...]))
    }
}
