import TestSupport
import Testing

@testable import Addresses

/// The tables of `Tests/Tables/Addresses`: a text and the address that it denotes, relative to `@base`, or the reason
/// why it is invalid.
@Suite struct RowTableTests {
    @Test(arguments: RowTable.names("Addresses"))
    func rows(_ name: String) throws {
        let differences = try RowTable.differences("Addresses", name) { settings, text in
            let base = try settings["base"].map { try WebAddress($0) }
            do throws(AddressError) {
                let address = try WebAddress(text, base: base)
                #expect(try WebAddress.href(of: text, base: base) == address.href, "\(text)")
                #expect(try WebAddress(address.href) == address, "\(text)")
                let parts = [
                    address.host, address.port.map { "\($0)" }, address.path, address.query, address.fragment,
                ]
                return "\(address.href) (\(parts.map { $0 ?? "-" }.joined(separator: " ")))"
            } catch {
                return "\(error)"
            }
        }
        #expect(differences == [])
    }
}
