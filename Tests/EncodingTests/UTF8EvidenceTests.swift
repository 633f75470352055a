import Testing

@testable import Encoding

/// The scan in blocks has the same result as a scan byte by byte.
@Suite struct UTF8EvidenceTests {
    private func evidence(_ bytes: [UInt8]) -> UTF8Evidence {
        bytes.withUnsafeBufferPointer { UTF8Evidence($0) }
    }

    private func check(_ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) {
        let evidence = evidence(bytes)
        let isValid = String(validating: bytes, as: UTF8.self) != nil
        #expect(evidence.isWellFormed == isValid, "\(bytes)", sourceLocation: location)
        #expect(evidence.firstBeyondASCII == bytes.firstIndex { $0 >= 0x80 }, sourceLocation: location)
        #expect(evidence.nul.count == bytes.count { $0 == 0 }, "\(bytes)", sourceLocation: location)
        #expect(evidence.nul.first == bytes.firstIndex(of: 0) ?? 0, sourceLocation: location)
        #expect(evidence.hasCR == bytes.contains(0x0D), sourceLocation: location)
        guard isValid else { return }
        #expect(evidence.wellFormed == bytes.count { $0 >= 0xC0 }, sourceLocation: location)
    }

    /// Every kind of first byte before every kind of second byte, at each distance from the edges of blocks.
    @Test func everySequenceIsJudgedRight() {
        let followers: [[UInt8]] = [
            [], [0x41], [0x80], [0x8F], [0x90], [0x9F], [0xA0], [0xBF], [0xC3], [0x80, 0x80], [0xA0, 0x80],
            [0x90, 0x80, 0x80], [0x8F, 0xBF, 0xBF], [0xBF, 0xBF, 0xBF], [0x80, 0x80, 0x80, 0x80],
            [0x80, 0x41],
            [0x90, 0x80, 0x41],
        ]
        let leads: [UInt8] = [
            0x7F, 0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3,
            0xF4,
            0xF5, 0xF6, 0xF7, 0xF8, 0xFC, 0xFF,
        ]
        for lead in leads {
            for follower in followers {
                for length in [0, 3, 61, 62, 63, 64, 79] {
                    // The surrounding bytes are not ASCII either, so that no block is skipped as ASCII.
                    let around = Array(String(repeating: "aé", count: 30).utf8.prefix(length / 3 * 3))
                    let padding = [UInt8](repeating: 0x62, count: length % 3)
                    check(around + padding + [lead] + follower + around + [0xC3, 0xA9])
                }
            }
        }
    }

    @Test(arguments: ["a", "é", "中", "\u{1F600}", "aé中\u{1F600}", "\0", "a\r\n", "é\0"])
    func lengthsOfAllKinds(pattern: String) {
        let pattern = Array(pattern.utf8)
        for count in 0..<140 { check((0..<count).map { pattern[$0 % pattern.count] }) }
        let long = (0..<5_000).map { pattern[$0 % pattern.count] }
        check(long)
        check(long + [0x80] + long)
    }

    @Test func noiseIsJudgedRight() {
        var state: UInt64 = 0x2545_F491_4F6C_DD1D
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(truncatingIfNeeded: state >> 33) % bound
        }
        let parts: [[UInt8]] = ["a", "é", "中", "\u{1F600}", "text of some length ", "\r\n", "\0"].map {
            Array($0.utf8)
        }
        for _ in 0..<800 {
            var bytes = (0..<random(120)).flatMap { _ in parts[random(random(4) == 0 ? 7 : 5)] }
            if !bytes.isEmpty, random(2) == 0 { bytes[random(bytes.count)] = UInt8(random(256)) }
            if !bytes.isEmpty, random(4) == 0 { bytes.remove(at: random(bytes.count)) }
            check(bytes)
        }
    }
}
