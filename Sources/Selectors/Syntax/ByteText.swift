/// Text that is compared byte by byte, as CSS and HTML compare it.
///
/// Swift's strings are equal when they look alike: "é" in one character equals "é" in two. Names on a page do not.
struct ByteText: Hashable, Sendable {
    let utf8: [UInt8]

    init(_ string: String) {
        utf8 = Array(string.utf8)
    }

    init(utf8: [UInt8]) {
        self.utf8 = utf8
    }

    var string: String { String(decoding: utf8, as: UTF8.self) }

    /// `A`–`Z` in lower case.
    var asciiLowercased: ByteText { ByteText(utf8: utf8.map(\.asciiLowercased)) }
}
