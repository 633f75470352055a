import Testing

@testable import Engine
import Sources

/// Files that are not pages.
@Suite struct PageProblemTests {
    /// One byte among letters, at each place of the blocks that are examined, in files so short that one control
    /// character makes them binary, and so long that it does not.
    @Test func aFileIsBinaryByItsControlCharacters() {
        for byte in UInt8(0)...0xFF {
            let isControl = (0x01...0x08).contains(byte) || (0x0E...0x1A).contains(byte) || byte == 0x7F
            for count in [1, 15, 16, 17, 19, 20, 33] {
                for place in Set([0, count / 2, count - 1]) {
                    var page = [UInt8](repeating: 0x61, count: count)
                    page[place] = byte
                    #expect((PageProblem(page) != nil) == (isControl && count < 20), "\(byte) of \(count)")
                }
            }
        }
        let page = [UInt8](repeating: 0x01, count: 40) + [UInt8](repeating: 0x61, count: 760)
        #expect(PageProblem(page) == nil)
        #expect(PageProblem([0x01] + page) != nil)
    }

    @Test func anEmptyFileIsNoPage() {
        #expect(PageProblem([]) != nil)
    }
}
