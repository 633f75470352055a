import DOM
import Engine

/// The addresses of links and images.
struct AddressBook {
    let context: PageContext

    /// The address of a link's target; `nil` if it is missing or a script.
    func link(_ element: Element) -> String? {
        guard let address = element.attribute("href").map(AddressBook.trimmed), !address.isEmpty else {
            return nil
        }
        return absolute(address)
    }

    /// Returns the address of an image, also of one that is loaded lazily; `nil` if
    /// it has none, has a `data:` address or is a tracking pixel.
    func image(_ element: Element) -> String? {
        let sizes = ["width", "height"].map { element.attribute($0) }
        if sizes.allSatisfy({ $0 == "0" || $0 == "1" }) { return nil }
        for name in ["src", "data-src", "data-lazy-src", "data-original", "data-srcset", "srcset"] {
            guard let value = element.attribute(name) else { continue }
            let address = AddressBook.trimmed(
                name.hasSuffix("srcset") ? AddressBook.firstCandidate(value) : value
            )
            if !address.isEmpty, let address = absolute(address) { return address }
        }
        return nil
    }

    /// Returns the address of embedded media.
    func media(_ element: Element) -> String? {
        let source =
            element.attribute("src")
            ?? element.children.lazy
            .filter { $0.name == "source" }.compactMap { $0.attribute("src") }.first
        guard let address = source.map(AddressBook.trimmed), !address.isEmpty, !address.hasPrefix("about:")
        else { return nil }
        return absolute(address)
    }

    /// Returns the absolute address; the address unchanged if it cannot be resolved; `nil` if it is a script or
    /// data, before or after that.
    private func absolute(_ address: String) -> String? {
        guard AddressBook.isHarmless(address) else { return nil }
        do throws(StepError) {
            let resolved = try context.resolve(address)
            return AddressBook.isHarmless(resolved) ? resolved : nil
        } catch {
            return address
        }
    }

    private static func isHarmless(_ address: String) -> Bool {
        let start = trimmed(address).prefix(12).lowercased()
        return !["javascript:", "vbscript:", "data:"].contains(where: start.hasPrefix)
    }

    /// The first address of a `srcset`, up to white space; commas at its end are not part of it.
    private static func firstCandidate(_ list: String) -> String {
        let start = list.drop { $0.isWhitespace || $0 == "," }
        let candidate = start.prefix { !$0.isWhitespace }
        return String(candidate.reversed().drop { $0 == "," }.reversed())
    }

    /// An address without the white space at its ends and the line ends within, according to the URL standard.
    static func trimmed(_ address: String) -> String {
        let utf8 = address.utf8.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        let start = utf8.firstIndex { $0 > 0x20 } ?? utf8.endIndex
        let end = utf8.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? start
        return String(decoding: utf8[start..<end], as: UTF8.self)
    }
}
