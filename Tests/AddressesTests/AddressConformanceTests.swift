import Encoding
import Records
import TestSupport
import Testing

@testable import Addresses

/// The web platform tests for addresses.
@Suite(.enabled(if: SharedCases.has("url"), "\(SharedCases.note("url"))"))
struct AddressConformanceTests {
    /// The cases of a file, without its comments.
    private func cases(_ name: String) throws -> [Value] {
        let json = JSON.read(try SharedCases.bytes("url/\(name)"), dialect: .strict).json
        return (json?.value.list ?? []).filter { $0["input"] != nil }
    }

    /// The parts by their names in the tests.
    private func parts(_ address: WebAddress) -> [String: String] {
        [
            "href": address.href, "protocol": address.scheme + ":", "username": address.username,
            "password": address.password, "hostname": address.host ?? "",
            "port": address.port.map(String.init) ?? "", "pathname": address.path,
            "host": (address.host ?? "") + (address.port.map { ":\($0)" } ?? ""),
            "search": address.query.map { $0.isEmpty ? "" : "?" + $0 } ?? "",
            "hash": address.fragment.map { $0.isEmpty ? "" : "#" + $0 } ?? "",
        ]
    }

    @Test func parsing() throws {
        let cases = try cases("urltestdata.json")
        #expect(cases.count == 891)
        for value in cases {
            let input = value["input"]?.string ?? ""
            let base = value["base"]?.string.map { try? WebAddress($0) }
            var found: WebAddress?
            if base == nil || base! != nil { found = try? WebAddress(input, base: base ?? nil) }
            guard value["failure"] == nil, let found else {
                #expect(
                    found == nil && value["failure"] != nil,
                    "\(input) on \(value["base"]?.string ?? "-")"
                )
                continue
            }
            for (name, part) in parts(found) {
                #expect(part == value[name]?.string, "\(name) of \(input) on \(value["base"]?.string ?? "-")")
            }
            if let origin = value["origin"]?.string, !origin.hasPrefix("null"), !input.hasPrefix("blob:") {
                #expect(found.origin == origin)
            }
            // The serialization is parsed to the same address, with the same parts.
            let again = try WebAddress(found.href)
            #expect(parts(again) == parts(found), "\(found.href)")
        }
    }

    @Test(arguments: ["toascii.json", "IdnaTestV2.json"])
    func hosts(_ file: String) throws {
        let cases = try cases(file)
        #expect(cases.count > 80)
        for value in cases {
            // The tests for hosts do not cover empty ones.
            guard let input = value["input"]?.string, !input.isEmpty else { continue }
            let found = try? WebAddress("https://\(input)/x")
            #expect(
                found?.host == value["output"]?.string,
                "\(input.unicodeScalars.map { String($0.value, radix: 16) })"
            )
        }
    }

    @Test func queriesInThePagesEncoding() throws {
        for value in try cases("percent-encoding.json") {
            for output in value["output"]?.object ?? [] {
                let encoding = try #require(Encoding(label: output.name))
                let input = value["input"]?.string ?? ""
                let found = try WebAddress(
                    "https://doesnotmatter.invalid/?\(input)#\(input)",
                    encoding: encoding
                )
                #expect(found.query == output.value.string)
                let plain = value["output"]?["utf-8"]?.string
                #expect(plain == nil || found.fragment == plain)
            }
        }
    }
}
