import Addresses
import Basics
import Records

/// The steps' percent-encoding (RFC 3986, section 2.1).
enum Percent {
    /// A text with every `%XX` replaced by its byte.
    ///
    /// - Parameter plus: the byte of a plus sign: a space in the queries of forms.
    static func decoded(_ text: String, plus: UInt8 = UInt8(ascii: "+")) throws(StepError) -> String {
        let bytes = PercentEncoding.decoded(text.utf8, plus: plus)
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw StepError("\(text.quoted) is not percent-encoded UTF-8")
        }
        return decoded
    }

    /// A text with all but the unreserved characters (section 2.3) as `%XX`.
    static func encoded(_ text: String) -> String {
        PercentEncoding.encoded(text) { $0.isASCIIAlphanumeric || "-._~".utf8.contains($0) }
    }

    /// The first value of a parameter in an address's query, as the URL standard reads forms (section 5.1).
    static func parameter(_ name: String, of address: String) throws(StepError) -> String? {
        let address = address.prefix { $0 != "#" }
        guard let mark = address.firstIndex(of: "?") else { return nil }
        for pair in address[address.index(after: mark)...].split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let space = UInt8(ascii: " ")
            guard let key = parts.first, try decoded(String(key), plus: space) == name else { continue }
            return try decoded(parts.count > 1 ? String(parts[1]) : "", plus: space)
        }
        return nil
    }
}
