/// Passes on a tree in parts while it is built: windows of entries, such as the rows of a table, each with the elements
/// around them. An entry is removed after it has been passed on, so that memory does not grow with the number of
/// entries.
///
/// An entry is a child of a container: the element at the end of a chain of children, `json > results`, wherever the
/// chain begins. Elements that are neither around a container nor within an entry are removed when they end.
package final class TreeSeries {
    /// Receives the tree with the entries of a window; false ends the series.
    package typealias Receiver = (Document) throws(ParseError) -> Bool
    /// Receives the entries of a window that are not in the tree; false ends the series.
    package typealias LogReceiver = (EntryLog, TreeSeries) throws(ParseError) -> Bool

    /// The names of the elements of the chain, the outermost first; `nil` for any name.
    private let path: [[UInt8]?]
    private let receive: Receiver
    /// The entries of the window that are not in the tree; `nil` if all entries become nodes.
    private let log: EntryLog?
    private let receiveLog: LogReceiver?
    /// Whether entries that follow are logged, if there is a log.
    @exclusivity(unchecked) private var logs = true
    /// Whether the children of the innermost open element are logged.
    @exclusivity(unchecked) private(set) var isLogging = false
    /// The number of entries of a window.
    private let windowCount: Int
    /// The number of bytes of a window's nodes, if it has more than one entry.
    private let windowBytes: Int

    @exclusivity(unchecked) package private(set) var document: Document?
    /// The open elements, the root first, except those within an entry.
    @exclusivity(unchecked) private var open: [Open] = []
    /// The number of open elements within the entry or element that is the child of the last one of ``open``.
    @exclusivity(unchecked) private var inner = 0
    /// The beginning of the window: the state of the tree before its first entry.
    @exclusivity(unchecked) private var window: Place?
    /// The number of entries of the window that have ended.
    @exclusivity(unchecked) private var count = 0
    /// The node before an element that is about to be opened.
    @exclusivity(unchecked) private var next: Place?
    /// The number of times that the tree has been truncated.
    @exclusivity(unchecked) private(set) var cuts = 0
    /// Why the series has ended before the end of the text.
    @exclusivity(unchecked) package private(set) var failure: ParseError?

    /// An open element.
    private struct Open {
        let node: NodeRef
        /// Bit `k` means that it and the elements around it have the first `k` + 1 names of the chain.
        let matched: UInt64
        /// The state of the tree before it.
        let before: Place?
        /// Whether its children are entries.
        let isContainer: Bool
    }

    /// A state of the tree to which it can be truncated.
    private struct Place {
        let mark: Arena.Mark
        let parent: NodeRef
        let last: NodeRef?
    }

    /// The maximum number of names of a chain.
    package static let pathLimit = 64

    /// - Parameters:
    ///   - path: the names of the elements around an entry, at most ``pathLimit``, the outermost first; `nil` for any.
    ///   - count: the maximum number of entries of a window.
    ///   - bytes: the maximum number of bytes of nodes and text of a window, unless it is one entry.
    ///   - shape: the entries that are passed on without a tree, as far as the source of the data can log them.
    package init(
        path: [[UInt8]?],
        count: Int = 1000,
        bytes: Int = 1 << 20,
        log shape: EntryShape? = nil,
        receiveLog: LogReceiver? = nil,
        receive: @escaping Receiver
    ) {
        log = shape.map(EntryLog.init)
        self.receiveLog = receiveLog
        self.path = path
        windowCount = max(1, count)
        windowBytes = bytes
        self.receive = receive
    }

    /// Begins with a document that has no elements.
    ///
    /// - Parameter logs: whether elements, texts and attributes are logged if the series logs them.
    func begin(_ document: Document, logs: Bool = false) {
        self.document = document
        self.logs = logs
        document.precedingEntries = PrecedingEntries()
    }

    /// Called before an element is opened as the last child of the open one.
    @inline(__always)
    func willOpen() {
        if inner == 0 { next = place }
    }

    /// The place at the end of the innermost open element.
    private var place: Place? {
        guard let document, let parent = open.last?.node else { return nil }
        return Place(mark: document.arena.mark, parent: parent, last: parent.lastChild)
    }

    /// Called after an element has been opened, as the last child of its parent.
    @inline(__always)
    func opened(_ node: NodeRef) {
        if inner > 0 {
            inner += 1
        } else {
            openedOutside(node)
        }
    }

    private func openedOutside(_ node: NodeRef) {
        if open.last?.isContainer == true {
            if count == 0, window == nil { window = next }
            inner = 1
            return
        }
        let matched = matched(node)
        open.append(
            Open(
                node: node,
                matched: matched,
                before: next,
                isContainer: matched >> UInt64(path.count - 1) & 1 == 1
            )
        )
        beginLogging()
    }

    private func matched(_ node: NodeRef) -> UInt64 {
        var matched: UInt64 = 0
        let outer = (open.last?.matched ?? 0) << 1 | 1
        for (index, name) in path.enumerated() where outer >> UInt64(index) & 1 == 1 {
            if name.map({ node.name.utf8.elementsEqual($0) }) ?? true { matched |= 1 << UInt64(index) }
        }
        return matched
    }

    /// Called after an element has been closed. If the receiver needs no more, or the tree cannot be read, ``failure``
    /// has the reason afterwards.
    ///
    /// - Returns: whether the tree was truncated.
    @inline(__always)
    func closed(_ node: NodeRef) -> Bool {
        if inner > 1 {
            inner -= 1
            return false
        }
        return closedOutside(node)
    }

    private func closedOutside(_ node: NodeRef) -> Bool {
        if inner == 1 {
            inner = 0
            count += 1
            guard count >= windowCount || isFull else { return false }
            handOver()
            return true
        }
        guard let closed = open.popLast() else { return false }
        if closed.isContainer {
            // The window's place is within the container, which is still in the tree.
            handOver()
            window = nil
            document?.precedingEntries = PrecedingEntries()
        }
        beginLogging()
        if let before = closed.before { cut(to: before) }
        return true
    }

    /// Whether the window's entries need more memory than a window may use.
    private var isFull: Bool {
        guard let document, let window else { return false }
        return document.arena.bytes(since: window.mark) > windowBytes
    }

    /// Passes on the window, and removes it.
    private func handOver() {
        guard let document, count > 0 else { return }
        if failure == nil {
            do throws(ParseError) {
                if let log, let receiveLog, isLogging {
                    if try !receiveLog(log, self) { failure = .ended }
                } else if try !receive(document) {
                    failure = .ended
                }
            } catch {
                failure = error
            }
        }
        if let window {
            document.precedingEntries?.add(after: window.last, in: window.parent)
            cut(to: window)
        }
        count = 0
        log?.removeAll()
        beginLogging()
    }

    private func cut(to place: Place) {
        guard let document else { return }
        cuts += 1
        place.parent.removeChildren(after: place.last)
        document.arena.rewind(to: place.mark)
        // Nodes that others refer to may no longer be in the tree.
        document.selections = nil
        document.base = nil
    }

    /// Passes on the entries that have ended, unless another one has begun: the rest of the text may arrive late.
    package func flush() {
        if inner == 0 { handOver() }
    }

    /// Passes on the last window, once the text has ended.
    ///
    /// - Parameter isWhole: whether the text was read to its end. Otherwise, an entry that has no end is left out.
    package func finish(isWhole: Bool) throws(ParseError) {
        if inner > 0, isLogging {
            endLoggedEntry(isWhole: isWhole)
        } else if inner > 0 {
            inner = 0
            if isWhole {
                count += 1
            } else if let parent = open.last?.node, let last = parent.lastElementChild {
                last.unlink()
            }
        }
        handOver()
        if let failure { throw failure }
    }
}

// Entries that are not in the tree.
extension TreeSeries {
    /// Makes nodes of all entries after the current window.
    package func stopLogging() { logs = false }

    /// Passes the tree with some entries of the window to a function, by the range of their events.
    package func withTree<Result>(
        of range: Range<Int>,
        _ body: (Document) throws(ParseError) -> Result
    ) throws(ParseError) -> Result? {
        guard let document, let window, let log else { return nil }
        _ = log.makeNodes(of: range, in: document, below: window.parent)
        defer { cut(to: window) }
        return try body(document)
    }

    /// The number of bytes of the log.
    var loggedBytes: Int { log?.count ?? 0 }

    private func beginLogging() {
        isLogging = logs && log != nil && open.last?.isContainer == true
    }

    /// Logs an element within the innermost container.
    ///
    /// - Returns: the innermost element that is open in the tree, if the entry has become too large for the log, and nodes
    ///   have been made of it; the element is not logged then.
    @inline(__always)
    func logOpened(_ name: Name, line: Int) -> NodeRef? {
        guard let log else { return nil }
        if inner == 0 {
            if window == nil { window = place }
        } else if log.bytesOfUnfinished > windowBytes {
            return continueInTree()
        }
        log.opened(name, line: line)
        inner += 1
        return nil
    }

    /// Logs the end of an element; false if the container itself ends.
    @inline(__always)
    func logClosed() -> Bool {
        guard inner > 0, let log else { return false }
        log.closed()
        inner -= 1
        if inner == 0 {
            log.finishEntry()
            count += 1
            if count >= windowCount || log.nodeBytes > windowBytes { handOver() }
        }
        return true
    }

    /// Logs an element with a text; false if it has to be opened and closed.
    @inline(__always)
    func log(
        leaf name: Name,
        _ attribute: TreeBuilder.Attribute?,
        _ text: UnsafeBufferPointer<UInt8>,
        _ line: Int,
        _ textLine: Int
    ) -> Bool {
        guard inner > 0, let log, log.bytesOfUnfinished <= windowBytes else { return false }
        log.added(leaf: name, line: line, attribute, text, textLine: textLine)
        return true
    }

    /// Logs a text; false if it is the container's own.
    @inline(__always)
    func log(text: UnsafeBufferPointer<UInt8>, line: Int) -> Bool {
        guard inner > 0, let log else { return false }
        log.added(text: text, line: line)
        return true
    }

    /// Logs an attribute; false if it is the container's own.
    @inline(__always)
    func log(attribute name: Name, _ value: UnsafeBufferPointer<UInt8>) -> Bool {
        guard inner > 0, let log else { return false }
        log.added(attribute: name, value)
        return true
    }

    /// Makes nodes of the logged entries and of the rest of the window.
    ///
    /// - Returns: the innermost open element; `nil` if nothing is logged.
    func continueInTree() -> NodeRef? {
        guard let document, let window, let log else { return nil }
        isLogging = false
        defer { log.removeAll() }
        return log.makeNodes(of: 0..<log.count, in: document, below: window.parent)
    }

    private func endLoggedEntry(isWhole: Bool) {
        if isWhole {
            while logClosed() {}
        } else {
            inner = 0
            log?.removeUnfinished()
        }
    }
}

/// The number of elements that preceded the first one of a container whose entries are passed on in parts.
package struct PrecedingEntries {
    /// The container.
    private var parent: NodeRef?
    /// The number of elements.
    private var count: Int32 = 0
    /// The number of elements with each name, by its address.
    private var byName: [UInt: Int32] = [:]

    mutating func add(after last: NodeRef?, in parent: NodeRef) {
        self.parent = parent
        var next = last?.nextSibling ?? parent.firstChild
        while let node = next {
            if node.isElement {
                count &+= 1
                byName[node.name.address, default: 0] &+= 1
            }
            next = node.nextSibling
        }
    }

    /// The number of elements that are no longer in the tree and preceded an element and its siblings.
    ///
    /// - Parameter isOfType: whether only those of the element's name are counted.
    @inline(__always)
    package func count(before element: NodeRef, isOfType: Bool) -> Int32 {
        guard let parent, element.parent == parent else { return 0 }
        return isOfType ? byName[element.name.address] ?? 0 : count
    }
}
