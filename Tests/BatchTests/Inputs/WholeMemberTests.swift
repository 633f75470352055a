import Testing

@testable import Batch

/// Members of gzip that are written and read as a whole, where the system has libdeflate.
@Suite struct WholeMemberTests {
    private static let isThere = DeflateWriter(level: 1) != nil

    private static func text(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) }
    }

    @Test(
        .enabled(if: isThere, "the system has no libdeflate"),
        arguments: [0, 1] as [Int32],
        [0, 1, 1_000, 300_000]
    )
    func membersAreReadByBothLibraries(_ level: Int32, _ count: Int) throws {
        let text = Self.text(count)
        let member = try #require(DeflateWriter(level: level)?.member(text))
        #expect(DecompressedData(member[...], .gzip, limit: .max).bytes == text)
        let whole = member.withUnsafeBytes { WholeMember.bytes($0, limit: count) }
        #expect(whole == text)
        // zlib, which reads what follows as well.
        let twice = DecompressedData((member + member)[...], .gzip, limit: .max)
        #expect(twice.bytes == text + text && twice.failure == nil)
    }

    /// Anything but a single whole member within the limit is left to zlib.
    @Test(.enabled(if: isThere, "the system has no libdeflate"))
    func otherDataIsLeftToZlib() throws {
        let member = try #require(GzipWriter(level: 6)?.member(Self.text(1_000)))
        func isRead(_ bytes: [UInt8], limit: Int = 1_000) -> Bool {
            bytes.withUnsafeBytes { WholeMember.bytes($0, limit: limit) } != nil
        }
        #expect(isRead(member))
        #expect(!isRead(member, limit: 999))
        #expect(!isRead(member + [0]))
        #expect(!isRead(member + member))
        for length in 0..<member.count { #expect(!isRead(Array(member[..<length]))) }
        // A length that no such member can have.
        #expect(!isRead(Array(member.dropLast(4)) + [0xFF, 0xFF, 0xFF, 0x7F], limit: .max))
    }
}
