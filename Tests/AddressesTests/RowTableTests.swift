import Encoding
import TestSupport
import Testing

@testable import Addresses

/// The tables of `Tests/Tables/Addresses`: a text and the address that it denotes, relative to `@base` and on a page in
/// `@encoding`, or the reason why it is invalid; with `@show percent` the text percent-encoded and decoded.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Addresses"))
    func rows(_ name: String) throws {
        let differences = try RowTable.differences("Addresses", name) { settings, text in
            switch settings["show"] {
            case "percent": return RowTableTests.percent(text)
            case "label": return RowTableTests.label(text)
            default: return try RowTableTests.address(text, settings)
            }
        }
        #expect(differences == [])
    }

    private static func address(_ text: String, _ settings: RowTable.Settings) throws -> String {
        let base = try settings["base"].map { try WebAddress($0) }
        let encoding = settings["encoding"].flatMap(Encoding.init(label:)) ?? .utf8
        do throws(AddressError) {
            let address = try WebAddress(text, base: base, encoding: encoding)
            #expect(
                try WebAddress.href(of: text, base: base, encoding: encoding) == address.href,
                "\(text)"
            )
            let again = try WebAddress(address.href)
            #expect(again == address && "\(again.parts)" == "\(address.parts)", "\(text)")
            #expect(address.origin == origin(of: address), "\(text)")
            let whole = address.href.prefix { $0 != "#" }
            #expect(address.withoutFragment.href == whole && address.withoutFragment.fragment == nil)
            let user =
                address.username + (address.password.isEmpty ? "" : ":\(address.password)")
            let parts = [
                address.host, address.port.map { "\($0)" }, address.path, address.query, address.fragment,
            ]
            let all = (user.isEmpty ? [] : [user]) + parts.map { $0 ?? "-" }
            return "\(address.href) (\(all.joined(separator: " ")))"
        } catch {
            return "\(error)"
        }
    }

    private static func origin(of address: WebAddress) -> String? {
        guard address.isSpecial, address.scheme != "file" else { return nil }
        return "\(address.scheme)://\(address.host ?? "")\(address.port.map { ":\($0)" } ?? "")"
    }

    // MARK: - Parts

    /// A text percent-decoded, with a space for a plus sign, and percent-encoded except for letters.
    private static func percent(_ text: String) -> String {
        let decoded = [UInt8(ascii: "+"), 0x20].map { plus in
            PercentEncoding.decoded(text.utf8, plus: plus).map { String($0, radix: 16) }
                .joined(separator: " ")
        }
        let encoded = PercentEncoding.encoded(text) { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
        return (decoded + [encoded]).joined(separator: "; ")
    }

    /// A label in Punycode, the label that it denotes as Punycode, and the classes of its characters.
    private static func label(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let encoded = Punycode.encoded(scalars).map { String(decoding: $0, as: UTF8.self) } ?? "none"
        let decoded = Punycode.decoded(scalars[...]).map { scalars in
            scalars.map { String($0) }.joined()
        }
        let classes = scalars.filter { !$0.isASCII }.map { scalar in
            "\(HostTables.direction(of: scalar)) \(HostTables.joining(of: scalar))"
        }
        return ([encoded, decoded ?? "none"] + classes).joined(separator: "; ")
    }
}
