import CLibXML2
import Platform

/// Builds the tree of data (JSON, CSV, text), element by element in document order.
package struct TreeBuilder {
    /// The document of the tree; names can be interned in it while the tree is built.
    package let document: Document
    private var current: UnsafeMutablePointer<xmlNode>
    /// The namespace of all elements; on an HTML page it prevents HTML's rules from applying to them.
    private let namespace: UnsafeMutablePointer<xmlNs>?
    private let origin: LineOrigin
    /// Receives the tree in parts, if not `nil`.
    private let series: TreeSeries?
    /// The same, without a count of references: there are several of them for each element.
    private let unretained: Unmanaged<TreeSeries>?
    /// The number of elements of the tree besides its root.
    private var elements = 0
    /// The number of times that the series had truncated the tree when the elements were counted.
    private var cuts = 0
    private let elementLimit: Int
    private let deadline: Deadline?
    private var memory: MemoryWatch

    /// Starts a tree with a root element that has the given name.
    ///
    /// - Parameters:
    ///   - series: receives the tree in parts; `nil` for a whole tree.
    ///   - limits: the maximum number of elements of the tree, or of each part of it.
    package init(
        root name: StaticString,
        series: TreeSeries? = nil,
        limits: Limits? = nil
    ) throws(ParseError) {
        let document = try Document.empty(kind: .data)
        try self.init(root: name, in: document, origin: .following(1), series: series, limits: limits)
        document.node.append(current)
        series?.begin(document, logs: true)
        series?.opened(element)
    }

    /// Starts a tree that will be part of another; its root is not linked yet.
    init(
        root name: StaticString,
        in document: Document,
        origin: LineOrigin,
        series: TreeSeries? = nil,
        limits: Limits? = nil
    ) throws(ParseError) {
        self.series = series
        unretained = series.map(Unmanaged.passUnretained)
        elementLimit = limits?.elements ?? .max
        deadline = limits?.deadline ?? Deadline.current
        memory = MemoryWatch(limit: limits?.memory)
        self.document = document
        self.origin = origin
        namespace = document.kind == .html ? try document.makeDataNamespace() : nil
        let name = document.names.intern(
            UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        )
        current = document.makeElement(name, namespace: namespace, at: NodePosition(line: origin.line(1)))
    }

    /// The open element: the root, or the last one that was opened and not closed.
    package var element: NodeRef { NodeRef(current) }

    /// The number of bytes of memory of the document.
    package var bytes: Int { document.arena.total }

    /// Opens an element below the open one.
    ///
    /// - Parameter line: its line in the file, from 1.
    package mutating func open(_ name: Name, line: Int) throws(ParseError) {
        try countElement()
        link(name, line: origin.line(line))
    }

    /// An attribute of an element that is added as a whole.
    package typealias Attribute = (name: Name, value: UnsafeBufferPointer<UInt8>)

    /// Adds an element that contains nothing but a text.
    ///
    /// - Parameters:
    ///   - text: valid UTF-8.
    ///   - textLine: the line of the text; `nil` for that of the element.
    package mutating func element(
        _ name: Name,
        _ attribute: Attribute? = nil,
        text: UnsafeBufferPointer<UInt8>,
        line: Int,
        textLine: Int? = nil
    ) throws(ParseError) {
        try countElement()
        let textLine = textLine ?? line
        if let unretained {
            let (line, textLine) = (origin.line(line), origin.line(textLine))
            let isLogged = unretained._withUnsafeGuaranteedRef { series in
                series.isLogging && series.log(leaf: name, attribute, text, line, textLine)
            }
            if isLogged { return }
        }
        link(name, line: origin.line(line))
        if let attribute { try self.attribute(attribute.name, attribute.value) }
        try self.text(text, line: textLine)
        close()
    }

    /// Counts an element that is about to be opened, and checks the limits.
    @inline(__always)
    private mutating func countElement() throws(ParseError) {
        elements += 1
        if let unretained {
            let (hasFailed, cuts) = unretained._withUnsafeGuaranteedRef { ($0.failure != nil, $0.cuts) }
            if hasFailed, let failure = series?.failure { throw failure }
            // Only what is in memory counts against the limit.
            if cuts != self.cuts {
                self.cuts = cuts
                elements = 1
            }
        }
        if let deadline, deadline.isProbablyPast { throw deadline.error }
        if elements > elementLimit { throw .tooManyElements(limit: elementLimit) }
        if elements & 0xFFF == 0,
            let error = memory.error(document.size + (series?.loggedBytes ?? 0))
        {
            throw error
        }
    }

    private mutating func link(_ name: Name, line: Int) {
        if let series, series.isLogging {
            guard let open = series.logOpened(name, line: line) else { return }
            current = open.pointer
        }
        series?.willOpen()
        current = element.append(
            document.makeElement(name, namespace: namespace, at: NodePosition(line: line))
        )
        series?.opened(element)
    }

    /// Opens an element below the open one, interning its name.
    @specialized(where Bytes == UnsafeBufferPointer<UInt8>)
    package mutating func open<Bytes: Collection<UInt8>>(_ name: Bytes, line: Int) throws(ParseError) {
        guard let name = document.intern(name) else { throw ParseError.outOfMemory }
        try open(name, line: line)
    }

    /// Closes the open element; the root stays open.
    package mutating func close() {
        if let series, series.isLogging, series.logClosed() { return }
        guard let parent = element.parentElement else { return }
        let closed = element
        current = parent.pointer
        _ = series?.closed(closed)
    }

    /// Adds text to the open element.
    ///
    /// - Parameter utf8: valid UTF-8; a NUL, which libxml2's strings cannot hold, becomes U+FFFD.
    @specialized(where Bytes == UnsafeBufferPointer<UInt8>)
    package mutating func text<Bytes: Collection<UInt8>>(_ utf8: Bytes, line: Int) throws(ParseError) {
        if utf8.isEmpty { return }
        let line = origin.line(line)
        if let series, series.isLogging {
            let isLogged = utf8.withContiguousStorageIfAvailable { series.log(text: $0, line: line) }
            if isLogged ?? Array(utf8).withUnsafeBufferPointer({ series.log(text: $0, line: line) }) {
                return
            }
            // It follows the entries that are only logged.
            if let open = series.continueInTree() { current = open.pointer }
        }
        element.append(document.makeText(utf8, at: NodePosition(line: line)))
    }

    /// Adds an attribute to the open element.
    @specialized(where Bytes == UnsafeBufferPointer<UInt8>)
    package func attribute<Bytes: Collection<UInt8>>(_ name: Name, _ value: Bytes) throws(ParseError) {
        if let series, series.isLogging {
            let isLogged = value.withContiguousStorageIfAvailable { series.log(attribute: name, $0) }
            if isLogged ?? Array(value).withUnsafeBufferPointer({ series.log(attribute: name, $0) }) {
                return
            }
        }
        document.setAttribute(name, of: element, to: value)
    }

    /// Adds an attribute with a number, which is not negative, to the open element.
    package func attribute(_ name: Name, number: Int) throws(ParseError) {
        // No number has more digits.
        var digits: InlineArray<20, UInt8> = .init(repeating: 0x30)
        var start = digits.count
        var rest = number.magnitude
        repeat {
            start -= 1
            digits[start] = UInt8(truncatingIfNeeded: 0x30 + rest % 10)
            rest /= 10
        } while rest > 0
        try digits.span.withUnsafeBufferPointer { digits throws(ParseError) in
            try attribute(name, UnsafeBufferPointer(rebasing: digits[start...]))
        }
    }
}
