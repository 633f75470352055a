import Basics

/// The bytes of a page, into which the texts of its tree point: writable, in the document's arena, followed by zeros.
///
/// Texts that need no decoding are not copied: the byte after each, which belongs to markup that has been read by then,
/// is overwritten with the zero that ends it. Line ends are never overwritten, so that lines can be counted later.
struct PageBuffer {
    let start: UnsafeMutablePointer<UInt8>
    let count: Int

    /// The number of zeros after the page, which is the number of bytes that scanning may read beyond its end.
    static let padding = 64

    /// A copy of a page.
    ///
    /// - Parameter utf8: valid UTF-8; NUL bytes and line ends of all kinds are kept.
    init(copying utf8: UnsafeBufferPointer<UInt8>, in arena: inout Arena) {
        count = utf8.count
        start = arena.allocate(count + PageBuffer.padding).assumingMemoryBound(to: UInt8.self)
        if let bytes = utf8.baseAddress { start.update(from: bytes, count: count) }
        (start + count).update(repeating: 0, count: PageBuffer.padding)
    }
}

/// The lines and columns of the bytes of a page. LF, CR LF and a CR alone each end a line.
///
/// One pass over the page stores a mark at every 1,024th byte. A look-up counts from the nearest mark, so that it takes
/// the same time on a page of a single line, and the table needs little memory.
struct LineTable {
    private let page: PageBuffer
    private let marks: [Mark]

    /// A whole number of blocks.
    private static let stride = 1024

    /// The line and the column at a byte.
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

    /// The line of a byte, from 1.
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

    /// Counts lines and scalars, sixteen bytes per step.
    private static func pass(_ range: Range<Int>, of page: PageBuffer, _ mark: inout Mark) {
        var offset = range.lowerBound
        while offset &+ 16 <= range.upperBound {
            let start = UnsafeRawPointer(page.start + offset)
            let block = start.loadUnaligned(as: SIMD16<UInt8>.self)
            mark.scalars &+= ByteSet(beginsScalar(block)).count
            // The byte after a block is readable, since zeros follow the page.
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
        // Zeros follow the page.
        if byte == 0x0D, page.start[offset + 1] == 0x0A { return }
        mark.line &+= 1
        mark.lineStart = offset + 1
    }
}
