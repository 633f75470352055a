public import CLibXML2

/// A name that a document's dictionary holds: two names of one document are equal exactly when their
/// addresses are, so that comparing names costs one instruction.
///
/// A `Name` is only meaningful together with the ``Document`` that interned it.
@usableFromInline package struct Name: Hashable {
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
