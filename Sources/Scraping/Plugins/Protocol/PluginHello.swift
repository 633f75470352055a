public import Records

/// The protocol between the host and programs.
enum PluginProtocol {
    /// The version that both sides must speak.
    static let version = 1
    /// The key of a hello, whose value is the version.
    static let key = "scrape"

    /// The host's first line.
    static var greeting: Value { [key: .number(Number(version))] }
}

extension Plugin {
    /// What the plugin is and what it contributes, as the protocol writes it: its answer to the host's greeting.
    public var hello: Value {
        var members: [Value.Member] = [
            Value.Member(PluginProtocol.key, .number(Number(PluginProtocol.version))),
            Value.Member("plugin", .string(name)),
            Value.Member("about", .string(about)),
        ]
        func add(_ key: String, _ contributions: [Value]) {
            if !contributions.isEmpty { members.append(Value.Member(key, .list(contributions))) }
        }
        add("decoders", decoders.map(\.declaration))
        add("preparations", preparations.map(\.declaration))
        add("transforms", transforms.map(\.declaration))
        add("types", fieldTypes.map(\.declaration))
        // A store is a file of the host's machine, which a program cannot keep for it.
        add("formats", outputFormats.filter { !$0.isStore }.map(\.declaration))
        return .object(members)
    }
}

// MARK: - Declarations

private func declaration(
    _ name: String,
    _ about: String,
    _ arguments: ArgumentShape,
    _ members: [Value.Member]
) -> Value {
    let first = [Value.Member("name", .string(name)), Value.Member("about", .string(about))]
    return .object(first + members + (arguments.message.map { [Value.Member("arguments", $0)] } ?? []))
}

extension PageDecoder {
    var declaration: Value {
        Scraping.declaration(name, about, arguments, [Value.Member("gives", .string(gives.rawValue))])
    }
}

extension ContentPreparation {
    var declaration: Value {
        Scraping.declaration(
            name,
            about,
            arguments,
            [
                Value.Member("takes", .string(takes.rawValue)),
                Value.Member("gives", .string(gives.rawValue)),
            ]
        )
    }
}

extension Transform {
    var declaration: Value {
        Scraping.declaration(
            name,
            about,
            arguments,
            [Value.Member("input", input.message), Value.Member("output", output.message)]
        )
    }
}

extension FieldType {
    var declaration: Value {
        Scraping.declaration(
            name,
            about,
            .none,
            [
                Value.Member("accepts", .list(accepts.map(\.message))),
                Value.Member("gives", gives.message),
            ]
        )
    }
}

extension OutputFormat {
    var declaration: Value {
        let options: [Value] = options.map { ["name": .string($0.name), "about": .string($0.about)] }
        return Scraping.declaration(
            name,
            about,
            .none,
            options.isEmpty ? [] : [Value.Member("options", .list(options))]
        )
    }
}
