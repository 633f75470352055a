import Platform

/// Limits for reading a page. No real page reaches the defaults.
public struct Limits: Sendable {
    /// The page's length in bytes.
    public var bytes = 512 << 20
    /// The number of elements.
    public var elements = 20_000_000
    /// The maximum number of HTML elements in addition to two for each byte of a page, which is more than its tags
    /// create.
    ///
    /// Unclosed formatting elements are created again in each block, so that according to the standard the size of a
    /// tree can be quadratic in the length of its page.
    public var growth = 1_000_000
    /// The depth of nested elements in XML and in data.
    public var depth = 2_000_000
    /// The number of open elements of HTML. An element that would be nested deeper becomes a sibling, as in browsers.
    public var openElements = 512
    /// The maximum number of bytes of memory of a page's tree and the values that are read from it; `nil` for the machine's
    /// free memory.
    public var memory: Int?
    /// The time for reading a page, or for building its tree if no rules read it; `nil` for no limit.
    public var time: Duration?
    /// The number of attributes of one tag, in XML and for libxml2's HTML parser, whose time is quadratic in it.
    public var attributes = 4_000
    /// The number of namespaces that the open elements of an XML page declare, all of which a look-up searches.
    public var namespaces = 256

    /// The default limits.
    public init() {}

    /// Does work on a page whose reading begins now, within the time limit. If the reading has already begun, that work is
    /// part of it.
    package func timed<Result, Failure: Error>(
        _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let time, Deadline.current == nil else { return try work() }
        return try Deadline(after: time).bound(work)
    }

    /// The deadline of the page that this thread reads, whose reading begins now unless it has already begun.
    var deadline: Deadline? { Deadline.current ?? time.map { Deadline(after: $0) } }

    func error(elements count: Int, depth: Int) -> ParseError? {
        if count > elements { return .tooManyElements(limit: elements) }
        if depth > self.depth { return .tooDeep(limit: self.depth) }
        return nil
    }
}

/// The reason why a page has no tree.
public enum ParseError: Error, Hashable, Sendable {
    case tooLarge(bytes: Int, limit: Int)
    /// A part of the page that must be in memory together, such as a line, has more bytes.
    case tooLong(limit: Int)
    case tooManyElements(limit: Int)
    /// Unclosed formatting elements are created again and again: more elements than this in addition to two for each byte.
    case tooMuchGrowth(limit: Int)
    case tooDeep(limit: Int)
    /// Reading the page took longer than the limit.
    case tooSlow(limit: Duration)
    /// The page's tree, or the tree and the values, take more memory than the limit.
    case tooMuchMemory(limit: Int)
    /// Too little memory is free for more than the first part of the page's tree and values.
    case tooLittleMemory(used: Int, free: Int)
    /// A tag has more attributes than can be read in reasonable time.
    case tooManyAttributes(line: Int, limit: Int)
    /// The open elements declare more namespaces than can be searched in reasonable time.
    case tooManyNamespaces(line: Int, limit: Int)
    case outOfMemory
    /// libxml2, whose parser is to read the page, is not installed.
    case noLibrary
    /// The receiver does not need the rest of the page.
    case ended
    /// The input does not follow its own format (XML, JSON); an HTML page always does.
    case malformed(line: Int, column: Int, reason: String)
}

extension Deadline {
    /// Why a page is not read further once this deadline is past.
    package var error: ParseError { .tooSlow(limit: limit) }
}

extension ParseError: CustomStringConvertible {
    /// The message, in one line.
    public var description: String {
        switch self {
        case .tooLarge(let bytes, let limit):
            "the page has \(bytes) bytes; at most \(limit) are read"
        case .tooLong(let limit):
            "more than \(limit) bytes of the page would have to be in memory together"
        case .tooManyElements(let limit):
            "the page has more than \(limit) elements"
        case .tooMuchGrowth(let limit):
            "unclosed formatting elements become more than \(limit) elements in addition to two for each byte"
        case .tooDeep(let limit):
            "the page nests elements more than \(limit) deep"
        case .tooSlow(let limit):
            "the page takes more than \(limit) to read"
        case .tooMuchMemory(let limit):
            "the page's tree and values take more than \(ParseError.size(limit)) of memory"
        case .tooLittleMemory(let used, let free):
            "the page does not fit in memory: a part of it takes \(used >> 20) MB, and \(free >> 20) MB are free"
        case .tooManyAttributes(_, let limit):
            "a tag has more than \(limit) attributes"
        case .tooManyNamespaces(_, let limit):
            "more than \(limit) namespaces are declared around an element"
        case .outOfMemory:
            "memory is exhausted"
        case .noLibrary:
            LibXML2Library.absence
        case .ended:
            "reading was stopped"
        case .malformed(_, _, let reason):
            reason
        }
    }

    /// A limit of memory in the largest unit that shows it exactly.
    private static func size(_ bytes: Int) -> String {
        for (shift, unit) in [(20, "MB"), (10, "KB")] where bytes > 0 && bytes % (1 << shift) == 0 {
            return "\(bytes >> shift) \(unit)"
        }
        return "\(bytes) bytes"
    }
}
