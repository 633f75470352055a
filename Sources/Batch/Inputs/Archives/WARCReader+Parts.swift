import DOM

// The parts of a record: its header, its block, and what stands behind it.
extension WARCReader {
    /// Reads a header up to its empty line; `nil` where it has none.
    func header() -> HeaderFields? {
        var header = HeaderFields()
        var length = 0
        var isFirst = true
        while case .line(let line)? = stream.line(limit: WARCReader.longestHeader - length) {
            length += line.count
            if line.isEmpty || line == [0x0D] { return header }
            if !isFirst, let next = line.withUnsafeBytes(\.recordStartAtEnd) {
                // The next record has begun: who wrote this one was stopped.
                stream.unread((line[next...] + [0x0A])[...])
                return nil
            }
            if !isFirst { header.add(line: line) }
            isFirst = false
        }
        return nil
    }

    /// Reads a record's block, or passes over it, and what stands behind it; tells what is wrong with it.
    mutating func readBlock(of record: inout WARCRecord) -> String? {
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
        var ends: [UInt8] = []
        let isEnded = count == record.length && isFollowedByRecord(behind: &ends)
        if let failure = stream.failure, failure.memberStart ?? 0 < end {
            return "is damaged: \(failure.message)"
        }
        if isEnded {
            if record.reasonToLeaveOut != nil { record.block = [] }
            return nil
        }
        isLost = true
        // Too great a length has taken in what stands behind the record, and may end within the next one's header.
        stream.unread(ends[...])
        if let next = record.block.withUnsafeBytes(\.nextRecord) { stream.unread(record.block[next...]) }
        return count < record.length
            ? "should have \(record.length) bytes, it has \(count)"
            : "does not end behind the \(record.length) bytes that it should have"
    }

    /// Passes over the two empty lines behind a block; tells whether a record or nothing follows, or they are there.
    private func isFollowedByRecord(behind ends: inout [UInt8]) -> Bool {
        let passed = stream.skipLineEnds(4) { ends += $0 }
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
    func skipLineEnds(_ limit: Int = .max, _ body: (UnsafeRawBufferPointer) -> Void = { _ in }) -> Int {
        var passed = 0
        while passed < limit, !buffered.isEmpty || fill() {
            let count = buffered.prefix(limit - passed).prefix { $0 == 0x0D || $0 == 0x0A }.count
            if count == 0 { break }
            body(UnsafeRawBufferPointer(rebasing: buffered.prefix(count)))
            advance(count)
            passed += count
        }
        return passed
    }
}

extension UnsafeRawBufferPointer {
    /// Where the next record may begin: behind a line's end, or within a line where who wrote it was stopped; the bytes
    /// may end with its first letters.
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

    /// Where the first line of a record begins that ends where a line of a header does.
    fileprivate var recordStartAtEnd: Int? {
        let end = last == 0x0D ? count - 1 : count
        let start = end - WARCReader.version.utf8CodeUnitCount - 1
        guard start >= 0 else { return nil }
        return UnsafeRawBufferPointer(rebasing: self[start..<end]).isRecordStart ? start : nil
    }

    /// Whether the first line of a record stands here, and what may be a field's name behind it.
    var isVersionLine: Bool {
        guard isRecordStart, let end = prefix(16).firstIndex(of: 0x0A), end + 1 < count else { return false }
        return self[8..<end].allSatisfy { $0 == 0x0D } && (0x41...0x5A).contains(self[end + 1] & 0xDF)
    }

    /// Whether a record begins here: `WARC/1.0`, `WARC/1.1`, and `WARC/0.17` of before there was a standard.
    var isRecordStart: Bool {
        starts(with: [0x57, 0x41, 0x52, 0x43, 0x2F, 0x31, 0x2E])
            || starts(with: [0x57, 0x41, 0x52, 0x43, 0x2F, 0x30, 0x2E])
    }
}
