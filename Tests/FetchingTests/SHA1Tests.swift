@testable import Fetching
import Testing

/// The digests in archives: those of the system and our own are the same.
struct SHA1Tests {
    @Test(arguments: [
        ("", "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"),
        ("abc", "VGMT4NSHA2AWVOR6EVYXQUGCNSONBWE5"),
    ])
    func standardVectors(text: String, digest: String) {
        #expect(SHA1.label(Array(text.utf8)[...]) == "sha1:" + digest)
    }

    @Test(arguments: [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 1000])
    func systemAndOwn(count: Int) {
        let bytes = (0..<count + 2).map { UInt8(truncatingIfNeeded: $0 * 31) }
        // A slice that begins within the array.
        #expect(SHA1.digest(bytes[2...]) == SHA1.ownDigest(bytes[2...]))
        #expect(SHA1.digest(bytes[2...]) == SHA1.digest(Array(bytes.dropFirst(2))[...]))
    }
}
