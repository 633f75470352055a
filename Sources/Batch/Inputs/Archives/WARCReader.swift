import DOM
import Records

/// Reads the records of an archive, one after the other, and goes on behind what is damaged.
///
/// Specification: [WARC 1.1](https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/).
struct WARCReader {
    /// What stands next in an archive.
    enum Found {
        case record(WARCRecord)
        /// A record, or something else, that cannot be read; why.
        case damaged(ordinal: Int, String, help: String? = nil)
    }

    let stream: ByteStream
    private let limits: Limits
    private var ordinal = 0
    /// Whether the next record's begin must be searched for.
    private var isLost = false
    /// Whether what follows has been told as damaged already.
    private var isTold = false
    private var isAtEnd = false

    /// How long a record's header may be.
    private static let longestHeader = 1 << 18
    /// How long the header of an answer may be that stands before a page.
    private static let longestAnswer = 1 << 16
    /// The blocks of other records are held up to this length, so that a wrong one costs no more than a record.
    private static let longestOther = 1 << 20
    /// No block is longer; a length beyond is wrong.
    private static let longestBlock = 1 << 40

    init(_ stream: ByteStream, _ limits: Limits) {
        self.stream = stream
        self.limits = limits
    }

    /// The next record; `nil` at the archive's end.
    mutating func next() -> Found? {
        while !isAtEnd {
            if isLost { findRecord() }
            stream.skipLineEnds()
            if stream.buffered.isEmpty, !stream.fill() {
                if let found = endOrDamage() { return found }
            } else if let found = record() {
                return found
            }
        }
        return nil
    }

    /// What there is to tell where the stream ends; goes on with what can be read behind damage.
    private mutating func endOrDamage() -> Found? {
        guard let failure = stream.failure else {
            isAtEnd = true
            return nil
        }
        let wasTold = isTold
        isLost = stream.recover()
        isAtEnd = !isLost
        return wasTold ? nil : damaged(failure.message, help: failure.help)
    }

    /// Counts something damaged, which the next record is searched behind.
    private mutating func damaged(_ message: String, help: String? = nil) -> Found {
        ordinal += 1
        isTold = true
        return .damaged(ordinal: ordinal, message, help: help)
    }

    /// Goes to the next line that begins a record.
    private mutating func findRecord() {
        isLost = false
        var isLineStart = true
        while stream.ensure(WARCReader.version.utf8CodeUnitCount + 1) {
            let bytes = stream.buffered
            if isLineStart, bytes.isRecordStart { return }
            isLineStart = false
            if let found = bytes.offset(of: "\nWARC/") {
                stream.advance(found + 1)
                isLineStart = true
            } else {
                stream.advance(bytes.count - WARCReader.version.utf8CodeUnitCount)
            }
        }
        stream.advance(stream.buffered.count)
    }

    fileprivate static let version: StaticString = "WARC/1."
}

// MARK: - A record

extension WARCReader {
    private mutating func record() -> Found? {
        let start = stream.position
        guard stream.ensure(WARCReader.version.utf8CodeUnitCount), stream.buffered.isRecordStart else {
            isLost = true
            let help = start == 0 ? "is it a WARC file?" : nil
            return isTold ? nil : damaged("expected a record (WARC/1.0) \(place(start))", help: help)
        }
        isTold = false
        guard let header = header() else {
            isLost = true
            let reason = stream.failure.map { ": \($0.message)" } ?? ""
            return damaged("the header of the record \(place(start)) does not end\(reason)")
        }
        guard let length = header["content-length"].flatMap({ Int($0) }),
            (0...WARCReader.longestBlock).contains(length)
        else {
            isLost = true
            let written = header["content-length"].map { "\"\($0)\" as" } ?? "no"
            return damaged("the record \(place(start)) has \(written) length")
        }
        if let size = stream.size, !stream.isPacked, length > size - stream.position {
            isLost = true
            let left = size - stream.position
            return damaged(
                "the record \(place(start)) should have \(length) bytes, the file has \(left) more"
            )
        }
        ordinal += 1
        var record = WARCRecord(ordinal: ordinal, header: header, length: length)
        if let wrong = readBlock(of: &record) {
            isTold = true
            return .damaged(ordinal: ordinal, "the record \(place(start)) \(wrong)")
        }
        return .record(record)
    }

    private func place(_ start: Int) -> String {
        "at byte \(start)" + (stream.isPacked ? " of the unpacked data" : "")
    }

    /// Reads a header up to its empty line; `nil` where it has none.
    private func header() -> HeaderFields? {
        var header = HeaderFields()
        var length = 0
        var isFirst = true
        while case .line(let line)? = stream.line(limit: WARCReader.longestHeader - length) {
            length += line.count
            if line.isEmpty || line == [0x0D] { return header }
            if !isFirst { header.add(line: line) }
            isFirst = false
        }
        return nil
    }

    /// Reads a record's block, or passes over it, and what stands behind it; tells what is wrong with it.
    private mutating func readBlock(of record: inout WARCRecord) -> String? {
        let limit =
            record.reasonToLeaveOut == nil
            ? limits.bytes.addingReportingOverflow(WARCReader.longestAnswer).partialValue
            : WARCReader.longestOther
        let isHeld = limit < 0 || record.length <= limit
        let stream = stream
        // A record that begins with a member of gzip does not end behind the begin of the next one's.
        let isInside = { !(stream.memberStart == stream.position && stream.buffered.isRecordStart) }
        let count =
            isHeld
            ? stream.append(record.length, to: &record.block, while: isInside)
            : stream.skip(record.length, while: isInside)
        let end = stream.position
        let isEnded = count == record.length && isFollowedByRecord()
        if let failure = stream.failure, failure.memberStart ?? 0 < end {
            return "is damaged: \(failure.message)"
        }
        if isEnded {
            if record.reasonToLeaveOut != nil { record.block = [] }
            return nil
        }
        isLost = true
        // Too great a length has taken in what stands behind the record.
        if let next = record.block.withUnsafeBytes({ $0.offset(of: "\nWARC/1.") }) {
            stream.unread(record.block[(next + 1)...])
        }
        return count < record.length
            ? "should have \(record.length) bytes, it has \(count)"
            : "does not end behind the \(record.length) bytes that it should have"
    }

    /// Passes over the two empty lines behind a block; tells whether a record or nothing follows, or they are there.
    private func isFollowedByRecord() -> Bool {
        let passed = stream.skipLineEnds(4)
        // The check sum of a member of gzip stands at its end.
        guard stream.ensure(WARCReader.version.utf8CodeUnitCount) else {
            return passed == 4 || stream.buffered.allSatisfy { $0 == 0x0D || $0 == 0x0A }
        }
        return passed == 4 || stream.buffered.isRecordStart
    }
}

extension ByteStream {
    /// Passes over line ends, no more of them than a number of bytes; tells how many.
    @discardableResult
    fileprivate func skipLineEnds(_ limit: Int = .max) -> Int {
        var passed = 0
        while passed < limit, !buffered.isEmpty || fill() {
            let count = buffered.prefix(limit - passed).prefix { $0 == 0x0D || $0 == 0x0A }.count
            if count == 0 { break }
            advance(count)
            passed += count
        }
        return passed
    }
}

extension UnsafeRawBufferPointer {
    /// Whether a record begins here: `WARC/1.0`, `WARC/1.1`, and `WARC/0.17` of before there was a standard.
    fileprivate var isRecordStart: Bool {
        starts(with: [0x57, 0x41, 0x52, 0x43, 0x2F, 0x31, 0x2E])
            || starts(with: [0x57, 0x41, 0x52, 0x43, 0x2F, 0x30, 0x2E])
    }
}
