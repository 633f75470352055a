import DOM

/// Reads the records of an archive in order, and continues after damage.
///
/// Specification: [WARC 1.1](https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/).
struct WARCReader {
    /// The next item of an archive.
    enum Found {
        case record(WARCRecord)
        /// Data that cannot be read, with the reason.
        case damaged(ordinal: Int, String, help: String? = nil)
    }

    let stream: ByteStream
    let limits: Limits
    private var ordinal = 0
    /// Whether the start of the next record must be searched for.
    private var isLost = false
    /// Whether the damage at this position has been reported.
    private var isReported = false
    private var isAtEnd = false
    /// Whether the blocks of records without a page are kept as well.
    var keepsAll = false
    /// The number of bytes that were read once more since a record had declared them wrongly.
    private var reread = 0
    /// The number of such bytes after which a record ends where the next one seems to begin: otherwise an archive of small
    /// records that declare many bytes each is read as often as it has records.
    var rereadLimit = 1 << 26

    /// The maximum length of a record's header.
    static let longestHeader = 1 << 18
    /// The maximum length of the header of an HTTP response.
    static let longestResponseHeader = 1 << 16
    /// Blocks of records without a page are kept up to this length, so that a wrong length can be detected in them.
    static let longestOther = 1 << 20
    /// A greater block length is an error.
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

    /// The damage at which the stream ends, if any; continues with the next readable data.
    private mutating func endOrDamage() -> Found? {
        guard let failure = stream.failure else {
            isAtEnd = true
            return nil
        }
        let wasReported = isReported
        isLost = stream.recover()
        isAtEnd = !isLost
        return wasReported ? nil : damaged(failure.message, help: failure.help)
    }

    /// Reports damage in place of a record.
    private mutating func damaged(_ message: String, help: String? = nil) -> Found {
        ordinal += 1
        isReported = true
        return .damaged(ordinal: ordinal, message, help: help)
    }

    /// Skips to the start of the next record.
    private mutating func findRecord() {
        isLost = false
        var isLineStart = true
        while stream.ensure(WARCReader.startLength) {
            let bytes = stream.buffered
            if bytes.isRecordStart, isLineStart || bytes.isVersionLine { return }
            // The first letters of a record may be the last in the buffer.
            let next = bytes.offset(of: "WARC/", from: 1) ?? bytes.count - WARCReader.startLength + 1
            isLineStart = bytes[next - 1] == 0x0A
            stream.advance(next)
        }
        stream.advance(stream.buffered.count)
    }

    /// The number of bytes that identify the start of a record, even inside a line: `WARC/1.0`, a line end and a
    /// letter.
    private static let startLength = 11
    static let version: StaticString = "WARC/1."
}

// MARK: - A record

extension WARCReader {
    private mutating func record() -> Found? {
        let start = stream.position
        guard stream.ensure(WARCReader.version.utf8CodeUnitCount), stream.buffered.isRecordStart else {
            isLost = true
            let help = start == 0 ? "is it a WARC file?" : nil
            return isReported ? nil : damaged("expected a record (WARC/1.0) \(place(start))", help: help)
        }
        isReported = false
        guard let header = header() else {
            isLost = true
            let reason = stream.failure.map { ": \($0.message)" } ?? ""
            return damaged("the header of the record \(place(start)) does not end\(reason)")
        }
        guard let length = header["content-length"].flatMap({ Int($0) }),
            (0...WARCReader.longestBlock).contains(length)
        else {
            isLost = true
            let problem =
                header["content-length"].map { "an invalid length \"\($0.prefix(20))\"" } ?? "no length"
            return damaged("the record \(place(start)) has \(problem)")
        }
        if let size = stream.size, !stream.isCompressed, length > size - stream.position {
            isLost = true
            let left = size - stream.position
            return damaged(
                "the record \(place(start)) declares \(length) bytes, but only \(left) follow"
            )
        }
        ordinal += 1
        var record = WARCRecord(ordinal: ordinal, header: header, length: length)
        if let problem = readBlock(of: &record) {
            isReported = true
            return .damaged(ordinal: ordinal, "the record \(place(start)) \(problem)")
        }
        return .record(record)
    }

    private func place(_ start: Int) -> String {
        "at byte \(start)" + (stream.isCompressed ? " of the decompressed data" : "")
    }
}

// MARK: - The parts of a record

extension WARCReader {
    /// Reads a header up to its empty line; `nil` if there is none.
    private func header() -> HeaderFields? {
        var header = HeaderFields()
        var length = 0
        var isFirst = true
        while case .line(let line)? = stream.line(limit: WARCReader.longestHeader - length) {
            length += line.count
            if line.isEmpty || line == [0x0D] { return header }
            if !isFirst, let next = line.withUnsafeBytes(\.recordStartAtEnd) {
                // The next record starts here: the writer of this one was interrupted.
                stream.unread((line[next...] + [0x0A])[...])
                return nil
            }
            if !isFirst { header.add(line: line) }
            isFirst = false
        }
        return nil
    }

    /// Reads or skips a record's block and the line ends after it; returns what is wrong with it.
    private mutating func readBlock(of record: inout WARCRecord) -> String? {
        let limit =
            keepsBlock(of: record)
            ? limits.bytes.addingReportingOverflow(WARCReader.longestResponseHeader).partialValue
            : WARCReader.longestOther
        let isKept = limit < 0 || record.length <= limit
        let stream = stream
        if reread > rereadLimit, let count = bytesBeforeNextRecord(record.length) {
            isLost = true
            return "declares \(record.length) bytes, but only \(count) follow"
        }
        // A record that starts a gzip member does not extend past the start of the next record's member.
        let isInside = { !(stream.memberStart == stream.position && stream.buffered.isRecordStart) }
        let count =
            isKept
            ? stream.append(record.length, to: &record.block, while: isInside)
            : stream.skip(record.length, while: isInside)
        let end = stream.position
        var ends: [UInt8] = []
        let isEnded = count == record.length && isFollowedByRecord(after: &ends)
        if let failure = stream.failure, failure.memberStart ?? 0 < end {
            return "is damaged: \(failure.message)"
        }
        if isEnded {
            if !keepsBlock(of: record) { record.block = [] }
            return nil
        }
        isLost = true
        // A length that is too great includes what follows the record, and may end inside the next one's header.
        stream.unread(ends[...])
        if let next = record.block.withUnsafeBytes(\.nextRecord) {
            stream.unread(record.block[next...])
            reread += record.block.count - next
        }
        return count < record.length
            ? "declares \(record.length) bytes, but only \(count) follow"
            : "does not end after the \(record.length) bytes that it declares"
    }

    /// The number of bytes before what looks like the next record, if that is near and within a block of some length.
    private func bytesBeforeNextRecord(_ length: Int) -> Int? {
        _ = stream.ensure(min(length, WARCReader.longestResponseHeader))
        let block = UnsafeRawBufferPointer(rebasing: stream.buffered.prefix(length))
        guard let next = block.nextRecord, next + WARCReader.startLength <= block.count else { return nil }
        return next
    }

    private func keepsBlock(of record: WARCRecord) -> Bool {
        keepsAll || record.reasonToLeaveOut == nil || record.repetition != nil
    }

    /// Skips the two empty lines after a block, and appends them to `ends`; returns whether they are there, or a record
    /// or nothing follows.
    private func isFollowedByRecord(after ends: inout [UInt8]) -> Bool {
        let skipped = stream.skipLineEnds(4) { ends += $0 }
        // Reading on verifies the checksum at the end of a gzip member.
        guard stream.ensure(WARCReader.version.utf8CodeUnitCount) else {
            return skipped == 4 || stream.buffered.allSatisfy { $0 == 0x0D || $0 == 0x0A }
        }
        return skipped == 4 || stream.buffered.isRecordStart
    }
}

extension ByteStream {
    /// Skips line ends, at most `limit` bytes; returns their number.
    @discardableResult
    fileprivate func skipLineEnds(
        _ limit: Int = .max,
        _ body: (UnsafeRawBufferPointer) -> Void = { _ in }
    ) -> Int {
        var skipped = 0
        while skipped < limit, !buffered.isEmpty || fill() {
            let count = buffered.prefix(limit - skipped).prefix { $0 == 0x0D || $0 == 0x0A }.count
            if count == 0 { break }
            body(UnsafeRawBufferPointer(rebasing: buffered.prefix(count)))
            advance(count)
            skipped += count
        }
        return skipped
    }
}

extension UnsafeRawBufferPointer {
    /// Where the next record may start: after a line end, or inside a line whose writer was interrupted. The bytes may end
    /// with its first letters.
    fileprivate var nextRecord: Int? {
        var start = 0
        while let found = offset(of: "WARC/", from: start) {
            let isLineStart = found > 0 && self[found - 1] == 0x0A
            if isLineStart || UnsafeRawBufferPointer(rebasing: self[found...]).isVersionLine { return found }
            start = found + 1
        }
        return (Swift.max(0, count - 10)..<count).first { place in
            let rest = UnsafeRawBufferPointer(rebasing: self[place...])
            return rest.isRecordStart || "WARC/1.".utf8.starts(with: rest)
        }
    }

    /// If these bytes end with the first line of a record, with or without a CR, the start of that line.
    fileprivate var recordStartAtEnd: Int? {
        let end = last == 0x0D ? count - 1 : count
        let start = end - WARCReader.version.utf8CodeUnitCount - 1
        guard start >= 0 else { return nil }
        return UnsafeRawBufferPointer(rebasing: self[start..<end]).isRecordStart ? start : nil
    }

    /// Whether these bytes start with the first line of a record and the first letter of a field name.
    fileprivate var isVersionLine: Bool {
        // A digit is before the line's end.
        guard isRecordStart, let end = prefix(16).firstIndex(of: 0x0A), end + 1 < count,
            (0x30...0x39).contains(self[7])
        else { return false }
        return self[8..<end].allSatisfy { $0 == 0x0D } && (0x41...0x5A).contains(self[end + 1] & 0xDF)
    }

    /// Whether these bytes start a record: `WARC/1.0`, `WARC/1.1`, or a draft such as `WARC/0.17`.
    fileprivate var isRecordStart: Bool {
        starts(with: [0x57, 0x41, 0x52, 0x43, 0x2F, 0x31, 0x2E])
            || starts(with: [0x57, 0x41, 0x52, 0x43, 0x2F, 0x30, 0x2E])
    }
}
