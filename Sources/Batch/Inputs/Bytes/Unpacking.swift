/// Packed bytes that are there as a whole, such as the body of an answer.
struct Unpacking {
    /// Why bytes cannot be unpacked, or not to their end.
    struct Failure: Error, Equatable, CustomStringConvertible {
        /// What is wrong.
        enum Reason: Equatable {
            case endsEarly
            case damaged(String)
            /// The system has no library for it.
            case missing(Packing)
        }

        let reason: Reason
        /// Where, among the packed bytes.
        let offset: Int

        var description: String {
            switch reason {
            case .endsEarly: "the packed data ends early, at byte \(offset)"
            case .damaged(let what): "the packed data is damaged at byte \(offset) (\(what))"
            case .missing(let packing): packing.missing
            }
        }

        /// What to do, where something can be done.
        var help: String? {
            guard case .missing(let packing) = reason else { return nil }
            return packing.help
        }
    }

    /// What could be unpacked.
    private(set) var bytes: [UInt8] = []
    /// How many of the packed bytes were.
    private(set) var taken = 0
    /// Why not more could be unpacked.
    private(set) var failure: Failure?

    /// Unpacks bytes, those of several members one behind the other.
    ///
    /// - Parameter limit: unpacking ends behind so many bytes, with one byte more that tells of it.
    init(_ packed: ArraySlice<UInt8>, _ packing: Packing, limit: Int) {
        guard let unpacker = packing.unpacker else {
            failure = Failure(reason: .missing(packing), offset: 0)
            return
        }
        failure = packed.withUnsafeBytes {
            run(unpacker, $0, packing, limit: limit == .max ? limit : limit + 1)
        }
    }

    private mutating func run(
        _ unpacker: any Unpacker,
        _ packed: UnsafeRawBufferPointer,
        _ packing: Packing,
        limit: Int
    ) -> Failure? {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { room.deallocate() }
        while bytes.count < limit {
            let piece = UnsafeMutableRawBufferPointer(rebasing: room.prefix(limit - bytes.count))
            let step = unpacker.step(UnsafeRawBufferPointer(rebasing: packed[taken...]), into: piece)
            taken += step.taken
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece.prefix(step.given)))
            switch step.status {
            case .damaged(let what): return Failure(reason: .damaged(what), offset: taken)
            case .end:
                // Zeros fill up a tape's block; whatever else follows is not packed.
                guard packing.hasMembers, packing.isStart(packed[taken...]) else { return nil }
                unpacker.reset()
            case .more where step.taken == 0 && step.given == 0:
                return Failure(reason: .endsEarly, offset: taken)
            case .more: break
            }
        }
        return nil
    }
}
