import Basics
package import DOM
package import Language
package import Records

/// How a page was fetched: the data of its request, and the data of the answer. Each is a separate tree.
package struct AskedPage: Sendable {
    /// The requested address.
    package var url: String
    /// Inputs and values by their names.
    package var values: [Value.Member]
    package var status: Int?
    /// The time zone of days.
    package var timezone: String?
    /// The fields of the answer's header, with names in lower case.
    package var headers: [(name: String, value: String)] = []

    package init(url: String, values: [Value.Member]) {
        self.url = url
        self.values = values
    }

    /// The tree; `nil` if it would exceed a limit.
    package func document(_ tree: FieldScope.AskedTree) -> Document? {
        try? Document.xml(xml(tree), limits: Limits()).document
    }

    /// A page whose tree is that of the request.
    package func page(name: String, clock: String?) -> Page {
        var page = Page(name: name, bytes: xml(.request), url: url, clock: clock)
        page.asked = self
        return page
    }

    /// The tree as XML.
    package func xml(_ tree: FieldScope.AskedTree) -> [UInt8] {
        var text = XMLText()
        switch tree {
        case .request:
            text.open("request", [("url", url)])
            for member in values { text.add(member.name, member.value) }
            text.close("request")
        case .response:
            var attributes = [("url", url)]
            if let status { attributes.append(("status", String(status))) }
            text.open("response", attributes)
            var cookies: [(String, String)] = []
            for field in headers {
                if field.name == "link" {
                    for link in LinkField.links(in: field.value) {
                        text.open("link", link)
                        text.close("link")
                    }
                } else if field.name == "set-cookie" {
                    let pair = field.value.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1)
                    if pair.count == 2 { cookies.append((String(pair[0]), String(pair[1]))) }
                } else {
                    text.add(field.name, .string(field.value))
                }
            }
            if !cookies.isEmpty {
                text.open("cookies", [])
                for cookie in cookies { text.add(cookie.0, .string(cookie.1)) }
                text.close("cookies")
            }
            text.close("response")
        }
        return text.bytes
    }
}

/// The links of a `Link` field of a header.
///
/// Specification: [RFC 8288](https://www.rfc-editor.org/rfc/rfc8288), section 3.
private enum LinkField {
    static func links(in value: String) -> [[(String, String)]] {
        var links: [[(String, String)]] = []
        var rest = value[...]
        while let start = rest.firstIndex(of: "<"), let end = rest[start...].firstIndex(of: ">") {
            var link = [("href", String(rest[rest.index(after: start)..<end]))]
            rest = rest[rest.index(after: end)...]
            while let parameter = parameter(&rest) { link.append(parameter) }
            links.append(link)
        }
        return links
    }

    private static func parameter(_ rest: inout Substring) -> (String, String)? {
        rest = rest.drop { $0 == " " || $0 == "\t" }
        guard rest.first == ";" else { return nil }
        rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
        let name = rest.prefix { $0 != "=" && $0 != ";" && $0 != "," && $0 != " " }
        rest = rest.dropFirst(name.count).drop { $0 == " " }
        guard rest.first == "=" else { return (name.lowercased(), "") }
        rest = rest.dropFirst().drop { $0 == " " }
        var value = ""
        if rest.first == "\"" {
            rest = rest.dropFirst()
            while let character = rest.popFirst(), character != "\"" {
                value.append(character == "\\" ? rest.popFirst() ?? "\\" : character)
            }
        } else {
            value = String(rest.prefix { $0 != ";" && $0 != "," })
            rest = rest.dropFirst(value.count)
        }
        return (name.lowercased(), value.trimmingSpaces)
    }
}

extension String {
    fileprivate var trimmingSpaces: String { WhiteSpace.collapse(self) }
}

/// Writes XML. Names that are not valid in XML are left out.
private struct XMLText {
    private(set) var bytes: [UInt8] = []

    mutating func open(_ name: String, _ attributes: [(String, String)]) {
        bytes += Array("<\(name)".utf8)
        var known: Set<String> = []
        for (name, value) in attributes where XMLText.isName(name) && known.insert(name).inserted {
            bytes += Array(" \(name)=\"".utf8)
            add(value)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
    }

    mutating func close(_ name: String) { bytes += Array("</\(name)>".utf8) }

    /// Adds an element; a list becomes an element for each of its values.
    mutating func add(_ name: String, _ value: Value) {
        guard XMLText.isName(name) else { return }
        switch value {
        case .null: break
        case .list(let values): for value in values { add(name, value) }
        case .object(let members):
            open(name, [])
            for member in members { add(member.name, member.value) }
            close(name)
        case .boolean, .number, .string:
            open(name, [])
            add(value.text)
            close(name)
        }
    }

    private mutating func add(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": bytes += Array("&lt;".utf8)
            case ">": bytes += Array("&gt;".utf8)
            case "&": bytes += Array("&amp;".utf8)
            case "\"": bytes += Array("&quot;".utf8)
            case "\t", "\n", "\r": bytes += Array("&#\(scalar.value);".utf8)
            default:
                let isAllowed = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
                bytes += Array(String(isAllowed ? scalar : "\u{FFFD}").utf8)
            }
        }
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, (0x61...0x7A).contains(first | 0x20) || first == UInt8(ascii: "_")
        else {
            return false
        }
        return name.utf8.allSatisfy {
            (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0)
                || [0x2D, 0x2E, 0x5F].contains($0)
        }
    }
}
