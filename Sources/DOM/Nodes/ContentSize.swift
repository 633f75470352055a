public import CLibXML2

/// How many bytes a text's content has, kept beside it so that nobody has to count them.
@usableFromInline struct ContentSize {
    /// What a node holds: the number shifted by two, a bit for "kept", a bit for "can grow". 0 where nothing is known.
    @usableFromInline let rawValue: UInt

    @inlinable static var none: ContentSize { ContentSize(rawValue: 0) }

    /// Of a content of `count` bytes. One that can grow has room for the next power of two of bytes, zero included.
    @inline(__always)
    init(_ count: Int, canGrow: Bool = false) {
        rawValue = UInt(truncatingIfNeeded: count) << 2 | 1 | (canGrow ? 2 : 0)
    }

    @inlinable
    init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// That of a text, a comment or an instruction.
    @inlinable
    init(of node: UnsafeMutablePointer<xmlNode>) {
        self.init(rawValue: UInt(bitPattern: node.pointee._private))
    }

    /// The number of bytes; 0 where nothing is known.
    @inlinable var count: Int { Int(truncatingIfNeeded: rawValue >> 2) }

    /// Whether the number of bytes is known.
    @inlinable var isKnown: Bool { rawValue & 1 != 0 }

    /// Whether the content has room for more.
    @inlinable var canGrow: Bool { rawValue & 2 != 0 }

    /// The bytes of the content that a node holds, counted only where nobody has kept the number.
    @inlinable
    static func content(of node: UnsafeMutablePointer<xmlNode>) -> UnsafeBufferPointer<UInt8> {
        guard let content = node.pointee.content else { return UnsafeBufferPointer(start: nil, count: 0) }
        let size = ContentSize(of: node)
        return UnsafeBufferPointer(start: content, count: size.isKnown ? size.count : Int(xmlStrlen(content)))
    }
}
