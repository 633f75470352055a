package import Basics
package import Records

/// For which pages a rules file is and which plugins it asks for, read without the rest of it: of many rules files only
/// those are to be loaded, and programs started for, that a page needs.
package struct RulesHeader: Sendable {
    /// The addresses of the pages that the rules are for.
    package let match: [String]
    /// Which of several rules files for one address is meant: the one with the highest.
    package let priority: Int
    /// The names of the plugins.
    package let plugins: [String]
    /// A number that tells the rules from others, as ``Rules/fingerprint``.
    package let fingerprint: UInt64
    /// The paths of the files that it extends.
    package let bases: [String]
    /// Whether it tells of records, as all do but those that are there for others to extend.
    package let hasRecords: Bool

    /// Reads the header of a rules file and what it extends.
    ///
    /// - Returns: `nil` where it cannot be read: loading the whole file tells why.
    package init?(_ file: SourceText, reading: RulesExtension.Reading?) {
        var extended = RulesExtension(reading: reading)
        guard let json = extended.read(file), extended.diagnostics.isEmpty else { return nil }
        guard let match = RulesHeader.strings(json.member("match")),
            let plugins = RulesHeader.strings(json.member("plugins"))
        else { return nil }
        guard let priority = json.member("priority").map({ $0.value.value.number?.integer }) ?? 0 else {
            return nil
        }
        self.match = match
        self.plugins = plugins
        self.priority = priority
        fingerprint = extended.sources.fingerprint
        bases = extended.sources.names.filter { $0 != file.name }
        hasRecords = json.member("records") != nil
    }

    /// How well the rules fit the page at an address, as ``Rules/rank(for:)`` tells it.
    package func rank(for url: String) -> (priority: Int, length: Int)? {
        Rules.rank(for: url, match: match, priority: priority)
    }

    /// A string, or all of a list; none where there is no member.
    private static func strings(_ member: JSON.Member?) -> [String]? {
        guard let json = member?.value else { return [] }
        if case .string(let string) = json.content { return [string] }
        guard case .array(let elements) = json.content else { return nil }
        let strings = elements.compactMap { $0.value.string }
        return strings.count == elements.count ? strings : nil
    }
}
