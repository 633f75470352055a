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
    let limits: Limits
    private var ordinal = 0
    /// Whether the next record's begin must be searched for.
    var isLost = false
    /// Whether what follows has been told as damaged already.
    private var isTold = false
    private var isAtEnd = false

    /// How long a record's header may be.
    static let longestHeader = 1 << 18
    /// How long the header of an answer may be that stands before a page.
    static let longestAnswer = 1 << 16
    /// The blocks of other records are held up to this length, so that a wrong one costs no more than a record.
    static let longestOther = 1 << 20
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

    /// Goes to where the next record begins.
    private mutating func findRecord() {
        isLost = false
        var isLineStart = true
        while stream.ensure(WARCReader.shortestBegin) {
            let bytes = stream.buffered
            if bytes.isRecordStart, isLineStart || bytes.isVersionLine { return }
            // Its first letters may be the last that are at hand.
            let next = bytes.offset(of: "WARC/", from: 1) ?? bytes.count - WARCReader.shortestBegin + 1
            isLineStart = bytes[next - 1] == 0x0A
            stream.advance(next)
        }
        stream.advance(stream.buffered.count)
    }

    /// How many bytes tell that a record begins, even within a line: `WARC/1.0`, the line's end and a letter.
    private static let shortestBegin = 11
    static let version: StaticString = "WARC/1."
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
            let written = header["content-length"].map { "\"\($0.prefix(20))\" as" } ?? "no"
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
}
