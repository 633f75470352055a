import Basics

/// Why a text is not an address.
///
/// Specification: [URL, § 1.1](https://url.spec.whatwg.org/#validation-error), the errors that end parsing.
public enum AddressError: Error, Hashable, Sendable {
    /// The text is relative, and there is no base address.
    case relativeWithoutBase
    /// The text is relative, and the base address has no path that could be changed: `mailto:a@b`.
    case relativeToOpaquePath
    /// The scheme needs a host, or there is a user or a port without a host.
    case hostMissing
    /// The host's name has a character that no name may have, or is not valid for internationalized names.
    case invalidHost(String)
    /// The host ends in a number and is not an IPv4 address.
    case invalidIPv4(String)
    /// The text in brackets is not an IPv6 address.
    case invalidIPv6(String)
    /// The port is not a number, or is greater than 65,535.
    case invalidPort(String)
}

extension AddressError: CustomStringConvertible {
    /// The problem, worded to follow the text of the address: `has no host`.
    public var description: String {
        switch self {
        case .relativeWithoutBase: "is relative, and there is no base address"
        case .relativeToOpaquePath: "is relative, and its base address is not hierarchical"
        case .hostMissing: "has no host"
        case .invalidHost(let host): "has the host \(AddressError.quoted(host)), which is not a valid name"
        case .invalidIPv4(let host):
            "has the host \(AddressError.quoted(host)), which ends in a number and is not an IPv4 address"
        case .invalidIPv6(let host): "has the host \(AddressError.quoted(host)), which is not an IPv6 address"
        case .invalidPort(let port):
            "has the port \(AddressError.quoted(port)), which is not a number up to 65535"
        }
    }

    /// A part of the address, shortened.
    private static func quoted(_ text: String) -> String {
        text.utf8.count > 80 ? "\"\(text.prefix(60))…\"" : "\"\(text)\""
    }
}
