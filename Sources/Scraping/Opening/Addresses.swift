#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import DOM
public import Encoding
import Sources

extension Document {
    /// The tree of an HTML page, with its address; see ``init(html:encoding:hint:url:options:)``.
    @_disfavoredOverload
    public convenience init(
        html bytes: some Collection<UInt8>,
        encoding: Encoding? = nil,
        hint: Encoding? = nil,
        url: URL?,
        options: HTMLOptions = HTMLOptions()
    ) {
        self.init(
            html: bytes,
            encoding: encoding,
            hint: hint,
            url: url?.absoluteString,
            options: options
        )
    }

    /// The address that relative addresses of the page are resolved against: its `base`, resolved against its own
    /// address, or else the address of the page. If that was not given, it is the page's canonical link; `nil` if none
    /// is known.
    ///
    /// - Complexity: linear in the number of elements before the page's `base`; then constant while the tree does not
    ///   change.
    public var baseURL: URL? { baseAddress.flatMap { URL(string: $0) } }
}

extension Element {
    /// An attribute's value as an absolute address.
    ///
    /// ```swift
    /// link.url(of: "href")
    /// ```
    ///
    /// It is resolved as in browsers, and like addresses of fields of the type `url`.
    ///
    /// - Returns: `nil` if there is no such attribute, its value is not an address, or it is relative and neither the
    ///   address of the page nor its `base` is known.
    public func url(of attribute: String) -> URL? {
        address(of: attribute).flatMap { URL(string: $0) }
    }

    /// An attribute's value as the text of an absolute address; see ``url(of:)``.
    public func address(of attribute: String) -> String? {
        self[attribute].flatMap { document.absoluteAddress($0) }
    }
}

extension Elements {
    /// The values of an attribute as absolute addresses, for the elements that have it; see ``Element/url(of:)``.
    public func urls(of attribute: String) -> [URL] { compactMap { $0.url(of: attribute) } }
}
