import CLibXML2

/// Where a node begins: at a byte of the page that its document was parsed from, or on a line.
struct NodePosition {
    /// What a node holds: 0 for nothing, an offset shifted by one with the lowest bit set, a line shifted by one.
    let rawValue: UInt

    /// That of a node that comes from no page.
    static let none = NodePosition(line: 0)

    /// The first byte of the node, in the page as it was decoded.
    @inline(__always)
    init(offset: Int) {
        rawValue = UInt(truncatingIfNeeded: offset) << 1 | 1
    }

    /// A line from 1.
    @inline(__always)
    init(line: Int) {
        rawValue = UInt(truncatingIfNeeded: max(line, 0)) << 1
    }

    /// What a node holds.
    init(of node: UnsafeMutablePointer<xmlNode>) {
        rawValue = UInt(bitPattern: node.pointee.psvi)
    }

    /// The first byte of the node; `nil` for one that has a line only, or nothing.
    var offset: Int? { rawValue & 1 == 0 ? nil : Int(truncatingIfNeeded: rawValue >> 1) }

    /// The node's line where it has one instead of an offset; 0 for nothing.
    var line: Int { rawValue & 1 == 0 ? Int(truncatingIfNeeded: rawValue >> 1) : 0 }
}

// MARK: - A node's place on the page

extension NodeRef {
    /// Where the node begins. A document and a doctype have none: libxml2 has no field for it.
    var position: NodePosition {
        get { isDocument || isDocumentType ? .none : NodePosition(of: pointer) }
        nonmutating set {
            if isDocument || isDocumentType { return }
            pointer.pointee.psvi = UnsafeMutableRawPointer(bitPattern: newValue.rawValue)
        }
    }

    /// The line of the page that this node starts on, from 1; 0 where it comes from no page.
    ///
    /// Complexity: constant, but for the first call in a document of HTML, which goes through its page.
    package var line: Int {
        guard let offset = position.offset else { return position.line }
        return withPage { $0?.line(at: offset) } ?? 0
    }

    /// The column of the page that this node starts at, in Unicode scalars from 1; `nil` where only the line is known.
    package var column: Int? {
        guard let offset = position.offset else { return nil }
        return withPage { $0?.column(at: offset) }
    }

    /// The first byte of the node in the page as it was decoded; `nil` where only the line is known.
    package var offset: Int? { position.offset }

    func setLine(_ line: Int) { position = NodePosition(line: line) }

    /// The lines of the page that the node's document was parsed from.
    private func withPage<Result>(_ body: (LineTable?) -> Result) -> Result {
        guard let owner = pointer.pointee.doc?.pointee._private else { return body(nil) }
        // A document notes itself in its tree, and who has a node holds its document.
        return Unmanaged<Document>.fromOpaque(owner)._withUnsafeGuaranteedRef { body($0.lineTable) }
    }
}
