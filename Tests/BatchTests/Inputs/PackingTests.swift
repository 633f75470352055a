import Scraping
import Testing

@testable import Batch

/// What the system of the test can pack; it may lack libraries that it need not have.
private let packings = Packing.allCases.filter(Packed.canPack)

@Suite struct PackingTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test(arguments: packings)
    func `What is packed is unpacked, and its early end told`(_ packing: Packing) throws {
        let packed = try Packed.pack(Packed.long, packing)
        let unpacking = Unpacking(packed[...], packing, limit: .max)
        let isSame = areSame(unpacking.bytes, Packed.long)
        #expect(isSame)
        #expect(unpacking.failure == nil)
        #expect(unpacking.taken == packed.count)
        let cut = Unpacking(packed.dropLast(1), packing, limit: .max)
        #expect(cut.failure?.reason == .endsEarly)
        #expect(cut.failure?.offset == packed.count - 1)
    }

    @Test(arguments: packings)
    func `Unpacking ends at a limit`(_ packing: Packing) throws {
        let bomb = try Packed.pack([UInt8](repeating: 0x20, count: 10_000_000), packing)
        #expect(bomb.count < 40_000)
        for limit in [0, 1_000, 200_000] {
            let unpacking = Unpacking(bomb[...], packing, limit: limit)
            #expect(unpacking.bytes.count == limit + 1)
            #expect(unpacking.failure == nil)
        }
    }

    @Test(arguments: packings)
    func `Damage at any place ends unpacking`(_ packing: Packing) throws {
        let text = Array("some text, more of the same text, and more of some text".utf8)
        let packed = try Packed.pack(text, packing)
        for index in packed.indices {
            for bit in 0..<8 {
                var damaged = packed
                damaged[index] ^= 1 << bit
                _ = Unpacking(damaged[...], packing, limit: 10_000)
            }
        }
        let garbage = Unpacking([0xFF, 0xFF, 0xFF, 0xFF, 0xFF][...], packing, limit: 10_000)
        guard case .damaged? = garbage.failure?.reason else {
            Issue.record("\(packing): \(String(describing: garbage.failure))")
            return
        }
    }

    @Test(arguments: packings)
    func `An unpacker can begin anew anywhere`(_ packing: Packing) throws {
        let packed = try Packed.pack(Array("text".utf8), packing)
        let unpacker = try #require(packing.unpacker)
        var room = [UInt8](repeating: 0, count: 100)
        for end in [packed.count / 2, packed.count, packed.count] {
            unpacker.reset()
            let step = packed[..<end].withUnsafeBytes { packed in
                room.withUnsafeMutableBytes { unpacker.step(packed, into: $0) }
            }
            #expect((step.status == .end) == (end == packed.count))
            if end == packed.count { #expect(room.prefix(step.given).elementsEqual("text".utf8)) }
        }
    }

    @Test(.enabled(if: Packed.canPack(.zstandard), "the system has no Zstandard"))
    func `Files of Zstandard are one stream, whatever their frames hold`() throws {
        let one = try Packed.pack(Array("one ".utf8), .zstandard)
        let two = try Packed.pack(Array("two".utf8), .zstandard)
        let skipped: [UInt8] = [0x5D, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
        // The bytes at the end of a frame are given when all of it has been taken, whatever fits at once.
        let spaces = [UInt8](repeating: 0x20, count: 1_500_000)
        let cases: [(String, [UInt8], [UInt8])] = [
            ("frame", one, Array("one ".utf8)),
            ("frames", one + two, Array("one two".utf8)),
            ("passed over", skipped + one + skipped + two, Array("one two".utf8)),
            ("long", try Packed.pack(Packed.long, .zstandard) + two, Packed.long + Array("two".utf8)),
            ("spaces", try Packed.pack(spaces, .zstandard), spaces),
        ]
        for (name, written, expected) in cases { try expectWhole(expected, of: written, name, in: folder) }
        let cut = content(try ByteStream(try folder.write("cut", one.dropLast(2))))
        #expect(cut.failure == "the packed data ends early, at byte \(one.count - 2)")
        let rest = content(try ByteStream(try folder.write("rest", one + Array("plain".utf8))))
        #expect(
            rest.failure
                == "what follows at byte \(one.count) is not packed with Zstandard, as all before it is"
        )
    }

    @Test(
        .enabled(if: Packed.canPack(.zstandard), "the system has no Zstandard"),
        arguments: [100, 300_000, 1_000_000]
    )
    func `An archive's dictionary is taken, packed itself or not`(_ length: Int) throws {
        let dictionary = Array(Packed.long.prefix(length))
        let texts = [Array(dictionary.suffix(90)) + Array("one".utf8), Array(dictionary.suffix(80))]
        let frames = try texts.map { try Packed.zstandard($0, dictionary: dictionary) }
        #expect(frames.allSatisfy { $0.count < 60 })
        for held in [dictionary, try Packed.pack(dictionary, .zstandard)] {
            let written = Self.frame(held) + frames.joined()
            let stream = try ByteStream(try folder.write("\(held.count)", written))
            let (bytes, failure) = content(stream)
            let isExpected = areSame(bytes, Array(texts.joined()))
            #expect(isExpected)
            #expect(failure == nil)
            #expect(stream.consumed == written.count)
            for end in [5, 20, 8 + held.count / 2, 8 + held.count + 10] {
                let cut = try ByteStream(try folder.write("\(held.count)-\(end)", written.prefix(end)))
                #expect(content(cut).failure == "the packed data ends early, at byte \(end)")
            }
        }
        let damaged = Self.frame([0x28, 0xB5, 0x2F, 0xFD, 0xFF]) + frames.joined()
        let told = content(try ByteStream(try folder.write("damaged", damaged))).failure
        #expect(told == "the dictionary that the data is packed with is damaged")
    }

    /// A dictionary as an archive begins with it.
    private static func frame(_ content: [UInt8]) -> [UInt8] {
        let size = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) }
        return [0x5D, 0x2A, 0x4D, 0x18] + size + content
    }

    @Test func `What the system lacks is told with what to install`() {
        #expect(SystemLibrary(file: "libmissing.so.1").symbol("missing_function") == nil)
        let told = Packing.allCases.map { packing in
            let failure = Unpacking.Failure(reason: .missing(packing), offset: 0)
            return "\(failure); \(failure.help ?? "")"
        }
        #expect(
            told.suffix(2) == [
                """
                the system has no libbrotlidec.so.1 to unpack Brotli; install Brotli (libbrotli1), or unpack it first
                """,
                """
                the system has no libzstd.so.1 to unpack Zstandard; install Zstandard (libzstd1), or unpack it first
                """,
            ]
        )
    }
}
