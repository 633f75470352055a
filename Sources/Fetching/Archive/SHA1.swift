import Basics

/// The digest by which archives identify their blocks.
///
/// Specification: [FIPS 180-4, § 6.1](https://doi.org/10.6028/NIST.FIPS.180-4).
enum SHA1 {
    private typealias Function =
        @convention(c) (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<
            UInt8
        >?

    /// OpenSSL's implementation, which uses the processor's instructions for it; `nil` if the system has none.
    private static let system = SystemLibrary(file: "libcrypto.so.3").function("SHA1", as: Function.self)

    /// The digest of bytes in the form of archives: `sha1:` and 32 characters of base32.
    static func label(_ bytes: ArraySlice<UInt8>) -> String { "sha1:" + base32(digest(bytes)) }

    /// The 20 bytes of the digest.
    static func digest(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard let system else { return ownDigest(bytes) }
        return [UInt8](unsafeUninitializedCapacity: 20) { digest, count in
            guard let start = digest.baseAddress else { return }
            _ = bytes.withUnsafeBufferPointer { system($0.baseAddress, $0.count, start) }
            count = 20
        }
    }

    /// The same, without the system's library.
    static func ownDigest(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        var words = [UInt32](repeating: 0, count: 80)
        let whole = bytes.count / 64 * 64
        bytes.withUnsafeBufferPointer { all in
            for start in stride(from: 0, to: whole, by: 64) { add(all, start, &state, &words) }
        }
        var tail = Array(bytes.suffix(bytes.count - whole)) + [0x80]
        while tail.count % 64 != 56 { tail.append(0) }
        let bits = UInt64(bytes.count) * 8
        for shift in stride(from: 56, through: 0, by: -8) {
            tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
        tail.withUnsafeBufferPointer { all in
            for start in stride(from: 0, to: all.count, by: 64) { add(all, start, &state, &words) }
        }
        return state.flatMap { word in
            [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    private static func add(
        _ all: UnsafeBufferPointer<UInt8>,
        _ start: Int,
        _ state: inout [UInt32],
        _ words: inout [UInt32]
    ) {
        words.withUnsafeMutableBufferPointer { words in
            for index in 0..<16 {
                let place = start + index * 4
                words[index] =
                    UInt32(all[place]) << 24 | UInt32(all[place + 1]) << 16 | UInt32(all[place + 2]) << 8
                    | UInt32(all[place + 3])
            }
            for index in 16..<80 {
                words[index] = rotated(
                    words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16],
                    1
                )
            }
            var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
            for index in 0..<80 {
                let (mix, constant): (UInt32, UInt32) =
                    switch index {
                    case ..<20: (b & c | ~b & d, 0x5A82_7999)
                    case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                    case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                    default: (b ^ c ^ d, 0xCA62_C1D6)
                    }
                let next = rotated(a, 5) &+ mix &+ e &+ constant &+ words[index]
                (e, d, c, b, a) = (d, c, rotated(b, 30), a, next)
            }
            state[0] &+= a
            state[1] &+= b
            state[2] &+= c
            state[3] &+= d
            state[4] &+= e
        }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }

    /// Specification: [RFC 4648, § 6](https://www.rfc-editor.org/rfc/rfc4648#section-6), for lengths without padding.
    private static func base32(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        var result: [UInt8] = []
        var (held, bits) = (0, 0)
        for byte in bytes {
            held = held << 8 | Int(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                result.append(letters[held >> bits & 31])
            }
            held &= 1 << bits - 1
        }
        return String(decoding: result, as: UTF8.self)
    }
}
