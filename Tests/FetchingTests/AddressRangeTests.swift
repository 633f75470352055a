import Fetching
import Testing

struct AddressRangeTests {
    @Test(arguments: [
        ("127.0.0.1", true), ("10.255.255.255", true), ("11.0.0.0", false), ("9.255.255.255", false),
        ("172.15.255.255", false), ("172.16.0.0", true), ("172.31.255.255", true), ("172.32.0.0", false),
        ("169.254.169.254", true), ("192.168.0.1", true), ("192.169.0.1", false), ("100.64.0.0", true),
        ("100.128.0.0", false), ("8.8.8.8", false), ("0.0.0.0", true), ("224.0.0.1", true),
        ("255.255.255.255", true), ("::1", true), ("[::1]", true), ("::", true), ("fe80::1%eth0", true),
        ("fd00::1", true), ("2606:4700::1111", false), ("::ffff:10.0.0.1", true), ("::ffff:8.8.8.8", false),
        ("64:ff9b::7f00:1", true), ("64:ff9b::808:808", false), ("2002:7f00:1::", true),
        ("2002:808:808::", false), ("2001:db8::1", true), ("2001::1", true), ("example.org", true),
        ("", true),
    ])
    func ranges(_ address: String, _ isPrivate: Bool) {
        #expect(AddressRange.isPrivate(address) == isPrivate)
    }
}
