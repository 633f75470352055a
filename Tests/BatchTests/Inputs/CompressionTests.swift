import Basics
import Scraping
import Testing

@testable import Batch

/// The formats that this system can compress; some libraries are optional.
private let formats = Compression.allCases.filter(Packed.canPack)

@Suite struct PackingTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test(arguments: formats)
    func `Compressed data is decompressed, and an early end is an error`(_ compression: Compression) throws {
        let packed = try Packed.pack(Packed.long, compression)
        let decompressed = DecompressedData(packed[...], compression, limit: .max)
        let isSame = areSame(decompressed.bytes, Packed.long)
        #expect(isSame)
        #expect(decompressed.failure == nil)
        #expect(decompressed.consumed == packed.count)
        let cut = DecompressedData(packed.dropLast(1), compression, limit: .max)
        #expect(cut.failure?.reason == .endsEarly)
        #expect(cut.failure?.offset == packed.count - 1)
    }

    @Test(arguments: formats)
    func `Decompression ends at a limit`(_ compression: Compression) throws {
        let bomb = try Packed.pack([UInt8](repeating: 0x20, count: 10_000_000), compression)
        #expect(bomb.count < 40_000)
        for limit in [0, 1_000, 200_000] {
            let decompressed = DecompressedData(bomb[...], compression, limit: limit)
            #expect(decompressed.bytes.count == limit + 1)
            #expect(decompressed.failure == nil)
        }
    }

    @Test(arguments: formats)
    func `Damage at any byte ends decompression`(_ compression: Compression) throws {
        let text = Array("some text, more of the same text, and more of some text".utf8)
        let packed = try Packed.pack(text, compression)
        for index in packed.indices {
            for bit in 0..<8 {
                var damaged = packed
                damaged[index] ^= 1 << bit
                _ = DecompressedData(damaged[...], compression, limit: 10_000)
            }
        }
        let garbage = DecompressedData([0xFF, 0xFF, 0xFF, 0xFF, 0xFF][...], compression, limit: 10_000)
        guard case .damaged? = garbage.failure?.reason else {
            Issue.record("\(compression): \(String(describing: garbage.failure))")
            return
        }
    }

    @Test(arguments: formats)
    func `A decompressor can be reset anywhere`(_ compression: Compression) throws {
        let packed = try Packed.pack(Array("text".utf8), compression)
        let decompressor = try #require(compression.decompressor)
        var room = [UInt8](repeating: 0, count: 100)
        for end in [packed.count / 2, packed.count, packed.count] {
            decompressor.reset()
            let step = packed[..<end].withUnsafeBytes { packed in
                room.withUnsafeMutableBytes { decompressor.step(packed, into: $0) }
            }
            #expect((step.status == .end) == (end == packed.count))
            if end == packed.count { #expect(room.prefix(step.written).elementsEqual("text".utf8)) }
        }
    }

    @Test(.enabled(if: Packed.canPack(.zstandard), "the system has no Zstandard"))
    func `All frames of a Zstandard file are one stream`() throws {
        let one = try Packed.pack(Array("one ".utf8), .zstandard)
        let two = try Packed.pack(Array("two".utf8), .zstandard)
        let failures: [DecompressedData.Failure.Reason] = [.endsEarly, .damaged("x")]
        #expect(
            failures.map { DecompressedData.Failure(reason: $0, offset: 7).description } == [
                "the compressed data ends early, at byte 7", "the compressed data is damaged at byte 7 (x)",
            ]
        )
        #expect(failures.allSatisfy { DecompressedData.Failure(reason: $0, offset: 7).help == nil })
        let skipped: [UInt8] = [0x5D, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
        // The decoder may write the last bytes of a frame after it has consumed the frame.
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
        #expect(cut.failure == "the compressed data ends early, at byte \(one.count - 2)")
        let rest = content(try ByteStream(try folder.write("rest", one + Array("plain".utf8))))
        #expect(
            rest.failure
                == "the data at byte \(one.count) is not compressed with Zstandard like all before it"
        )
    }

    @Test(
        .enabled(if: Packed.canPack(.zstandard), "the system has no Zstandard"),
        arguments: [100, 300_000, 1_000_000]
    )
    func `The dictionary of an archive is used, compressed or not`(_ length: Int) throws {
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
                #expect(content(cut).failure == "the compressed data ends early, at byte \(end)")
            }
        }
        let damaged = Self.frame([0x28, 0xB5, 0x2F, 0xFD, 0xFF]) + frames.joined()
        let failure = content(try ByteStream(try folder.write("damaged", damaged))).failure
        #expect(failure == "the dictionary of the compressed data is damaged")
    }

    /// The frame of a dictionary at the start of an archive.
    private static func frame(_ content: [UInt8]) -> [UInt8] {
        let size = (0..<4).map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) }
        return [0x5D, 0x2A, 0x4D, 0x18] + size + content
    }

    /// The first bytes of a format; each of them matters.
    @Test(
        arguments: [
            (.gzip, [0x1F, 0x8B], true), (.gzip, [0x1F, 0x8B, 8], true), (.gzip, [0x1F], false),
            (.gzip, [0x1F, 0x8A], false),
            (.gzip, [0x1E, 0x8B], false), (.gzip, [], false),
            (.zlib, [0x78, 0x9C], true), (.zlib, [0x78, 0x01], true), (.zlib, [0x08, 0x1D], true),
            (.zlib, [0x78, 0x9D], false),
            (.zlib, [0x88, 0x1C], false), (.zlib, [0x79, 0x1A], false), (.zlib, [0x78], false),
            (.zstandard, [0x28, 0xB5, 0x2F, 0xFD], true), (.zstandard, [0x28, 0xB5, 0x2F], false),
            (.zstandard, [0x29, 0xB5, 0x2F, 0xFD], false), (.zstandard, [0x28, 0xB4, 0x2F, 0xFD], false),
            (.zstandard, [0x28, 0xB5, 0x2E, 0xFD], false), (.zstandard, [0x28, 0xB5, 0x2F, 0xFC], false),
            (.zstandard, [0x50, 0x2A, 0x4D, 0x18], true), (.zstandard, [0x5F, 0x2A, 0x4D, 0x18], true),
            (.zstandard, [0x60, 0x2A, 0x4D, 0x18], false), (.zstandard, [0x5D, 0x2B, 0x4D, 0x18], false),
            (.zstandard, [0x5D, 0x2A, 0x4C, 0x18], false), (.zstandard, [0x5D, 0x2A, 0x4D, 0x19], false),
            (.deflate, [0x1F, 0x8B, 0, 0], false), (.brotli, [0x28, 0xB5, 0x2F, 0xFD], false),
        ] as [(Compression, [UInt8], Bool)]
    )
    func `A format is known by its first bytes`(_ compression: Compression, _ bytes: [UInt8], _ isStart: Bool)
    {
        #expect(compression.isStart(bytes) == isStart)
        // Only the formats of files are recognised.
        let known = [Compression.gzip, .zstandard].first { $0.isStart(bytes) }
        #expect(Compression.of(bytes) == known)
        if compression == known || isStart {
            #expect(Compression.of(bytes) == (compression == .zlib ? nil : compression))
        }
    }

    @Test func `A first byte may begin a format`() {
        let starts = (UInt8.min...UInt8.max).filter { Compression.mayBegin([$0]) }
        #expect(starts == [0x1F, 0x28] + Array(0x50...0x5F))
        #expect(!Compression.mayBegin([]))
        #expect(Compression.allCases.map(\.startLength) == [2, 2, 2, 2, 4])
        #expect(Compression.allCases.map(\.hasMembers) == [true, false, false, false, true])
        #expect(Compression.allCases.map(\.name) == ["gzip", "deflate", "deflate", "Brotli", "Zstandard"])
    }

    @Test func `A missing library is an error that says what to install`() {
        #expect(SystemLibrary(file: "libmissing.so.1").symbol("missing_function") == nil)
        let messages = Compression.allCases.map { compression in
            let failure = DecompressedData.Failure(reason: .missing(compression), offset: 0)
            return "\(failure); \(failure.help ?? "")"
        }
        #expect(
            messages.prefix(3) == [
                "the system has no libz.so.1 to decompress gzip; install zlib (zlib1g), or decompress the file first",
                "the system has no libz.so.1 to decompress deflate; install zlib (zlib1g), or decompress the file first",
                "the system has no libz.so.1 to decompress deflate; install zlib (zlib1g), or decompress the file first",
            ]
        )
        #expect(
            messages.suffix(2) == [
                "the system has no libbrotlidec.so.1 to decompress Brotli; "
                    + "install Brotli (libbrotli1), or decompress the file first",
                "the system has no libzstd.so.1 to decompress Zstandard; "
                    + "install Zstandard (libzstd1), or decompress the file first",
            ]
        )
    }
}
