public import CLibXML2

/// A name that a document's table holds: two names of one document are equal exactly when their addresses are, so
/// that comparing names costs one instruction.
///
/// A `Name` is only meaningful together with the ``Document`` that interned it, but for those of ``StandardNames``,
/// which all documents share. In memory its number stands before its bytes, and a zero behind them.
@usableFromInline package struct Name: Hashable, BitwiseCopyable {
    @usableFromInline let bytes: UnsafePointer<xmlChar>

    @inlinable
    init(_ bytes: UnsafePointer<xmlChar>) {
        self.bytes = bytes
    }

    /// The name's UTF-8 bytes, without the terminating zero. Complexity: linear in the name's length.
    @inlinable package var utf8: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes, count: Int(xmlStrlen(bytes)))
    }

    /// The name as a string. Complexity: linear in the name's length; allocates.
    package var string: String { String(decoding: utf8, as: UTF8.self) }
}

// MARK: - Numbers

extension Name {
    /// The name's place among all names of its document: those of ``Tag`` first, then the other standard names, then
    /// the document's own in the order in which they came up.
    @inline(__always) var number: Int {
        Int((UnsafeRawPointer(bytes) - 4).load(as: UInt32.self))
    }

    /// What parsing knows the name as.
    @inline(__always) var tag: Tag {
        let number = number
        return number < Tag.count ? Tag(rawValue: UInt8(truncatingIfNeeded: number)) ?? .unknown : .unknown
    }

    /// A name that is none of a table's yet.
    @inline(__always)
    static func make(
        count: Int,
        number: UInt32,
        in arena: inout Arena,
        _ byte: (Int) -> UInt8
    ) -> Name {
        let memory = arena.allocate(4 &+ count &+ 1)
        memory.storeBytes(of: number, as: UInt32.self)
        let bytes = (memory + 4).assumingMemoryBound(to: UInt8.self)
        for index in 0..<count { bytes[index] = byte(index) }
        bytes[count] = 0
        return Name(UnsafePointer(bytes))
    }
}
