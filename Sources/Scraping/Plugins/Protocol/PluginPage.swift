import Records

/// What a program is told of the page that its calls are for.
struct PluginPage: Hashable, Sendable {
    /// What messages call the page.
    var name: String
    /// The address that relative links are resolved against.
    var baseURL: String?
    /// The page's own time.
    var clock: String?

    /// The page as the protocol writes it: `{"name": "a.html", "base": "https://…", "clock": "2026-05-28T18:00:00Z"}`.
    var message: Value {
        let members = [("name", name), ("base", baseURL), ("clock", clock)]
        return .object(members.compactMap { key, value in value.map { Value.Member(key, .string($0)) } })
    }

    /// The context that the steps of such a page have.
    static func context(_ message: Value?) -> PageContext {
        PageContext(baseURL: message?["base"]?.string, clock: message?["clock"]?.string)
    }
}
