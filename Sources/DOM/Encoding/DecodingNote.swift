/// A fact about how a page was decoded. Lines are those of the page, from 1.
public enum DecodingNote: Hashable, Sendable {
    /// The bytes are not in the encoding that the page or its transport (`line` is `nil`) declares.
    case contradicted(label: String, line: Int?, used: Encoding)
    /// The page declares an encoding by a label that none has (``Encoding/suggestion(for:)`` may know which one was
    /// meant).
    case unknownLabel(String, line: Int, used: Encoding)
    /// The page does not declare its encoding, which matters from this line on.
    case undeclared(used: Encoding, firstLine: Int)
    /// The page starts with a byte order mark of another encoding than the given one, which was used.
    case byteOrderMarkIgnored(Encoding)
    /// Bytes could not be decoded. Each of so many sequences became U+FFFD.
    case replaced(count: Int, firstLine: Int)
    /// The page of HTML has so many NUL bytes. Browsers drop them from text and read them as U+FFFD elsewhere.
    case nul(count: Int, firstLine: Int)
    /// So many NUL bytes became U+FFFD.
    case replacedNUL(count: Int, firstLine: Int)
    /// The page is longer than so many bytes; what follows them is not read.
    case cutOff(limit: Int)
    /// The system has no converter for the encoding, so that none of its characters beyond ASCII can be decoded.
    case converterMissing(Encoding)
}
