import Foundation

/// Addresses of pages, by Foundation's reading of RFC 3986.
enum Addresses {
    /// An address made absolute against that of its page.
    static func resolve(_ address: String, against base: String?) throws(StepError) -> String {
        guard !address.isEmpty else { throw StepError("an address is empty") }
        guard let url = URL(string: address, relativeTo: base.flatMap { URL(string: $0) }) else {
            throw StepError("\"\(address)\" is not an address")
        }
        let absolute = url.absoluteURL
        guard absolute.scheme != nil else {
            throw StepError(
                "\"\(address)\" is relative, and the page's own address is not known (give --url)"
            )
        }
        return absolute.absoluteString
    }
}
