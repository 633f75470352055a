import Records

/// What a rules file says of the pages that it is for and of the plugins that it needs, before any of these is started.
package struct RulesHead: Sendable {
    /// The rules file's path.
    package let path: String
    /// The plugins that the rules ask for.
    package let plugins: [String]
    private let match: [String]
    private let priority: Int

    /// Reads the head of a rules file and of what it extends.
    ///
    /// - Returns: `nil` where it cannot be read, which loading tells more of.
    package init?(contentsOf path: String) {
        guard let bytes = try? File.read(path, limit: Rules.sizeLimit) else { return nil }
        var extended = RulesExtension(reading: Rules.base)
        guard let json = extended.read(SourceText(name: path, bytes: bytes)), extended.diagnostics.isEmpty,
            case .object = json.content
        else { return nil }
        self.path = path
        let value = json.value
        plugins = RulesHead.strings(value["plugins"])
        match = RulesHead.strings(value["match"])
        priority = value["priority"]?.number?.integer ?? 0
    }

    /// How well the rules fit the page at an address; see ``Rules/rank(for:)``.
    package func rank(for url: String) -> (priority: Int, length: Int)? {
        Rules.rank(for: url, match: match, priority: priority)
    }

    private static func strings(_ value: Value?) -> [String] {
        value.map { $0.list ?? [$0] }?.compactMap(\.string) ?? []
    }
}
