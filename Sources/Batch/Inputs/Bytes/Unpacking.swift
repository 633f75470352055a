/// Packed bytes that are there as a whole, such as the body of an answer.
enum Unpacking {
    /// Why bytes cannot be unpacked, or not to their end.
    struct Failure: Error, Equatable, CustomStringConvertible {
        /// What is wrong.
        enum Reason: Equatable {
            case endsEarly
            case damaged(String)
            case noZlib
        }

        let reason: Reason
        /// Where, among the packed bytes.
        let offset: Int

        var description: String {
            switch reason {
            case .endsEarly: "the packed data ends early, at byte \(offset)"
            case .damaged(let what): "the packed data is damaged at byte \(offset) (\(what))"
            case .noZlib: "the system has no zlib to unpack it"
            }
        }

        /// What to do, where something can be done.
        var help: String? { reason == .noZlib ? Zlib.help : nil }
    }

    /// Unpacks bytes, those of several members of gzip one behind the other.
    ///
    /// - Parameter limit: unpacking ends behind so many bytes, with one byte more that tells of it.
    /// - Returns: what could be unpacked, and why not more.
    static func unpack(
        _ bytes: ArraySlice<UInt8>,
        _ format: Inflater.Format,
        limit: Int
    ) -> (bytes: [UInt8], failure: Failure?) {
        guard let inflater = Inflater(format) else { return ([], Failure(reason: .noZlib, offset: 0)) }
        var unpacked: [UInt8] = []
        let failure = bytes.withUnsafeBytes { packed in
            run(inflater, packed, format, limit: limit == .max ? limit : limit + 1, into: &unpacked)
        }
        return (unpacked, failure)
    }

    private static func run(
        _ inflater: Inflater,
        _ packed: UnsafeRawBufferPointer,
        _ format: Inflater.Format,
        limit: Int,
        into unpacked: inout [UInt8]
    ) -> Failure? {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { room.deallocate() }
        var offset = 0
        while unpacked.count < limit {
            let piece = UnsafeMutableRawBufferPointer(rebasing: room.prefix(limit - unpacked.count))
            let step = inflater.step(UnsafeRawBufferPointer(rebasing: packed[offset...]), into: piece)
            offset += step.taken
            unpacked.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece.prefix(step.given)))
            switch step.status {
            case .damaged(let what): return Failure(reason: .damaged(what), offset: offset)
            case .end:
                // Zeros fill up a tape's block; whatever else follows is not packed.
                let rest = packed[offset...]
                guard format == .gzip, Inflater.Format.of(rest.prefix(2)) == .gzip else { return nil }
                inflater.reset()
            case .more where step.taken == 0 && step.given == 0:
                return Failure(reason: .endsEarly, offset: offset)
            case .more: break
            }
        }
        return nil
    }
}
