import Testing

@testable import Batch

/// The digest by which a continued run recognises its input.
struct InputDigestTests {
    private static let text = (0..<150).map { UInt8(truncatingIfNeeded: $0 &* 37) }

    /// Any change of one byte, and any other length, gives another digest: in each of the words, and in the remaining
    /// bytes.
    @Test func everyByteCounts() {
        var values: Set<UInt64> = []
        var count = 0
        for length in [0, 1, 7, 8, 9, 31, 32, 33, 40, 63, 64, 65, 100, 150] {
            let bytes = Array(Self.text.prefix(length))
            values.insert(InputDigest(of: bytes).value)
            count += 1
            for index in bytes.indices {
                var changed = bytes
                changed[index] ^= 1
                values.insert(InputDigest(of: changed).value)
                count += 1
            }
        }
        #expect(values.count == count)
    }

    /// Journals of earlier runs have digests, which stay the same.
    @Test(
        arguments: [
            (0, 0x99B6_AF62_E388_5E8F), (7, 0xCDEC_DF54_5F79_7B61), (8, 0x7CEA_284A_7D7E_8480),
            (31, 0x8263_64AB_C84A_A3B9),
            (32, 0x9246_A9FF_9654_2892), (33, 0xFAD3_E23C_15FB_BF41), (72, 0x48F5_130F_8150_2900),
        ] as [(Int, UInt64)]
    )
    func digestsAreStored(_ length: Int, _ value: UInt64) {
        #expect(InputDigest(of: Array(Self.text.prefix(length))).value == value)
    }

    /// An item that arrives in parts of any size has the digest of the whole.
    @Test func partsAreOneItem() {
        for length in [0, 1, 8, 31, 32, 33, 64, 65, 150] {
            let bytes = Array(Self.text.prefix(length))
            for size in [1, 3, 8, 31, 32, 33, 70] {
                var item = InputDigest.Item()
                for start in stride(from: 0, to: length, by: size) {
                    bytes[start..<min(length, start + size)].withUnsafeBytes { item.add($0) }
                }
                #expect(item.digest == InputDigest(of: bytes), "\(length) by \(size)")
            }
        }
    }

    /// Bytes that are not contiguous, as those of a text may be, give the same digest; two items give a different one
    /// than both together.
    @Test func itemsAreAddedInOrder() {
        for length in [0, 5, 8, 32, 77] {
            var other = InputDigest()
            other.add(AnySequence(Self.text.prefix(length)))
            #expect(other == InputDigest(of: Array(Self.text.prefix(length))))
        }
        var parts = InputDigest()
        parts.add(Self.text.prefix(32))
        parts.add(Self.text[32..<64])
        #expect(parts != InputDigest(of: Array(Self.text.prefix(64))))
        var turned = InputDigest()
        turned.add(Self.text[32..<64])
        turned.add(Self.text.prefix(32))
        #expect(parts != turned)
    }
}
