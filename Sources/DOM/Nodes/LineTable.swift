/// Which line and column of a page a byte stands in. LF, CR LF and a CR alone each end a line.
///
/// The page is gone through once, and what is known at every thousandth byte is kept: a look-up counts on from there,
/// so that it takes the same time on a page of a single line, and the table little memory.
struct LineTable {
    private let page: PageBuffer
    private let marks: [Mark]

    /// A whole number of blocks.
    private static let stride = 1024

    /// What holds at a byte.
    private struct Mark {
        var line = 1
        var lineStart = 0
        /// The number of Unicode scalars that begin before the byte.
        var scalars = 0
    }

    /// Complexity: linear in the page's length.
    ///
    /// - Parameter page: a page that outlives the table.
    init(_ page: PageBuffer) {
        var marks: [Mark] = []
        marks.reserveCapacity(page.count / LineTable.stride + 1)
        var mark = Mark()
        var offset = 0
        repeat {
            marks.append(mark)
            let end = min(offset + LineTable.stride, page.count)
            LineTable.pass(offset..<end, of: page, &mark)
            offset = end
        } while offset < page.count
        self.marks = marks
        self.page = page
    }

    /// The line, from 1, that a byte stands in.
    func line(at offset: Int) -> Int { mark(at: offset).line }

    /// The column of a byte on its line, in Unicode scalars from 1.
    func column(at offset: Int) -> Int {
        let here = mark(at: offset)
        return 1 + here.scalars - mark(at: here.lineStart).scalars
    }

    private func mark(at offset: Int) -> Mark {
        let offset = min(max(offset, 0), page.count)
        let index = min(offset / LineTable.stride, marks.count - 1)
        var mark = marks[index]
        LineTable.pass(index * LineTable.stride..<max(offset, index * LineTable.stride), of: page, &mark)
        return mark
    }

    // MARK: - Counting

    /// Counts lines and scalars, sixteen bytes at once.
    private static func pass(_ range: Range<Int>, of page: PageBuffer, _ mark: inout Mark) {
        var offset = range.lowerBound
        while offset &+ 16 <= range.upperBound {
            let start = UnsafeRawPointer(page.start + offset)
            let block = start.loadUnaligned(as: SIMD16<UInt8>.self)
            mark.scalars &+= ByteSet(beginsScalar(block)).count
            // The byte behind a block is there: zeros stand behind a page.
            let ends = ByteSet(
                endsLine(block, start.loadUnaligned(fromByteOffset: 1, as: SIMD16<UInt8>.self))
            )
            if !ends.isEmpty {
                mark.line &+= ends.count
                mark.lineStart = offset &+ ends.last &+ 1
            }
            offset &+= 16
        }
        while offset < range.upperBound {
            pass(offset, of: page, &mark)
            offset &+= 1
        }
    }

    @inline(__always)
    private static func beginsScalar(_ block: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
        (block & SIMD16(repeating: 0xC0)) .!= SIMD16(repeating: 0x80)
    }

    @inline(__always)
    private static func endsLine(
        _ block: SIMD16<UInt8>,
        _ next: SIMD16<UInt8>
    ) -> SIMDMask<SIMD16<Int8>> {
        let lineFeed = SIMD16<UInt8>(repeating: 0x0A)
        let isReturn: SIMDMask<SIMD16<Int8>> = block .== SIMD16(repeating: 0x0D)
        let isEnd: SIMDMask<SIMD16<Int8>> = block .== lineFeed
        return isEnd .| (isReturn .& (next .!= lineFeed))
    }

    @inline(__always)
    private static func pass(_ offset: Int, of page: PageBuffer, _ mark: inout Mark) {
        let byte = page.start[offset]
        if byte & 0xC0 != 0x80 { mark.scalars &+= 1 }
        guard byte == 0x0A || byte == 0x0D else { return }
        if byte == 0x0D, offset + 1 < page.count, page.start[offset + 1] == 0x0A { return }
        mark.line &+= 1
        mark.lineStart = offset + 1
    }
}
