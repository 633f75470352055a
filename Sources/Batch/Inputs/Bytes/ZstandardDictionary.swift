/// The dictionary that an archive may begin with, with which all of its frames are packed: a frame that others pass
/// over.
///
/// Specification: [Zstandard Compression for WARC
/// Files](https://iipc.github.io/warc-specifications/specifications/warc-zstd/).
enum ZstandardDictionary {
    /// How many bytes a frame may have that is held as a whole, and what it is unpacked to.
    static let longest = 64 << 20
    /// How many bytes stand before the dictionary.
    static let headLength = 8

    /// Whether a frame begins as one with a dictionary does.
    static func isStart(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.starts(with: [0x5D, 0x2A, 0x4D, 0x18])
    }

    /// How many bytes a frame has with its head, of which more is there than the head.
    static func length(_ frame: UnsafeRawBufferPointer) -> Int {
        headLength + Int(UInt32(littleEndian: frame.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
    }

    /// The dictionary in a frame, which may be packed itself; `nil` where it cannot be unpacked.
    static func content(of frame: UnsafeRawBufferPointer) -> [UInt8]? {
        let content = Array(frame.dropFirst(headLength))
        guard Packing.zstandard.isStart(content) else { return content }
        let unpacking = Unpacking(content[...], .zstandard, limit: longest)
        return unpacking.failure == nil && unpacking.bytes.count <= longest ? unpacking.bytes : nil
    }
}
