import Testing

@testable import Addresses

/// Every byte is in the sets that the URL standard lists it in.
@Suite struct PercentEncodeSetTests {
    @Test func everyByteIsInItsSets() {
        let control = Set((UInt8(0)...0xFF).filter { $0 < 0x20 || $0 > 0x7E })
        let fragment = control.union(" \"<>`".utf8)
        let query = control.union(" \"#<>".utf8)
        let path = query.union("?^`{}".utf8)
        let sets: [(PercentEncodeSet, Set<UInt8>)] = [
            (.control, control), (.fragment, fragment), (.query, query),
            (.specialQuery, query.union("'".utf8)),
            (.path, path), (.userInfo, path.union("/:;=@[\\]|".utf8)),
        ]
        let forbidden = Set("\0\t\n\r #/:<>?@[\\]^|".utf8)
        for byte in UInt8(0)...0xFF {
            for (set, members) in sets { #expect(set.contains(byte) == members.contains(byte), "\(byte)") }
            let isForbidden = ByteTraits.table[byte] & ByteTraits.forbiddenInHost != 0
            #expect(isForbidden == forbidden.contains(byte), "\(byte)")
        }
    }
}
