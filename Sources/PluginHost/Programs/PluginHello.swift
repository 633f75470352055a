import Basics
import Engine
import Language
import Records
import Values

extension Plugin {
    /// The plugin of a program, as its hello declares it.
    ///
    /// - Throws: an error if the hello is invalid.
    init(_ remote: RemotePlugin, hello: Value) throws(PluginFailure) {
        let reader = HelloReader(remote: remote, hello: hello)
        self.init(
            name: remote.name,
            about: TerminalText.line(hello["about"]?.string ?? ""),
            sources: try reader.sources(),
            preparations: try reader.preparations(),
            transforms: try reader.transforms(),
            types: try reader.types(),
            formats: try reader.formats()
        )
    }
}

/// Reads the definitions in a program's hello.
private struct HelloReader {
    let remote: RemotePlugin
    let hello: Value

    /// A definition, with the keys that every kind has.
    private struct Declaration {
        let name: String
        let about: String
        let arguments: ArgumentShape
        let value: Value
    }

    private func declarations(_ key: String) throws(PluginFailure) -> [Declaration] {
        guard let found = hello[key] else { return [] }
        guard let list = found.list else {
            throw PluginFailure("declares \"\(key)\" as \(found.kind), not as a list")
        }
        var declarations: [Declaration] = []
        for value in list {
            guard let name = value["name"]?.string, !name.isEmpty else {
                throw PluginFailure("declares one of its \(key) without a \"name\"")
            }
            guard TerminalText.line(name) == name, !name.contains(where: \.isWhitespace) else {
                throw PluginFailure(
                    "declares one of its \(key) with the name \(name.quoted), which is not a valid name"
                )
            }
            guard let arguments = ArgumentShape(value["arguments"]) else {
                throw wrong("arguments", of: name, value)
            }
            declarations.append(
                Declaration(
                    name: name,
                    about: TerminalText.line(value["about"]?.string ?? ""),
                    arguments: arguments,
                    value: value
                )
            )
        }
        return declarations
    }

    private func wrong(_ key: String, of name: String, _ value: Value) -> PluginFailure {
        let found = value[key].map { HelloReader.shown(JSONWriter.compact($0)) } ?? "nothing"
        return PluginFailure(
            "declares \(name) with \(found) for \"\(key)\", which is not in the protocol"
        )
    }

    /// A program's JSON for a message, truncated if it is long.
    private static func shown(_ json: String) -> String {
        let text = TerminalText.line(String(json.prefix(80)))
        return json.dropFirst(80).isEmpty ? text : text + "…"
    }

    private func source(
        _ declaration: Declaration,
        ifMissing: TextFormat?
    ) throws(PluginFailure) -> TextFormat {
        guard let value = declaration.value["gives"] else {
            guard let ifMissing else { throw wrong("gives", of: declaration.name, declaration.value) }
            return ifMissing
        }
        guard let source = value.string.flatMap(TextFormat.init(rawValue:)) else {
            throw wrong("gives", of: declaration.name, declaration.value)
        }
        return source
    }

    private func type(_ key: String, _ declaration: Declaration) throws(PluginFailure) -> ValueType {
        guard let type = declaration.value[key].flatMap({ ValueType($0) }) else {
            throw wrong(key, of: declaration.name, declaration.value)
        }
        return type
    }

    func sources() throws(PluginFailure) -> [Source] {
        var sources: [Source] = []
        for declaration in try declarations(DefinitionKind.source.key) {
            let name = declaration.name
            let source = try source(declaration, ifMissing: nil)
            sources.append(
                Source(
                    name: name,
                    about: declaration.about,
                    gives: source,
                    arguments: declaration.arguments
                ) { [remote] arguments throws(StepError) in
                    { bytes, context throws(StepError) in
                        let input = Value.string(Base64.text(of: bytes))
                        let call = PluginCall(
                            kind: .source,
                            name: name,
                            input: input,
                            arguments: arguments.value
                        )
                        return Array(try remote.text(for: call, in: context).utf8)
                    }
                }
            )
        }
        return sources
    }

    func preparations() throws(PluginFailure) -> [Preparation] {
        var preparations: [Preparation] = []
        for declaration in try declarations("preparations") {
            let name = declaration.name
            let source = try source(declaration, ifMissing: .htmlFragment)
            let takes = declaration.value["takes"] ?? "html"
            guard let content = takes.string.flatMap(Preparation.Content.Input.init(rawValue:)) else {
                throw wrong("takes", of: name, declaration.value)
            }
            preparations.append(
                Preparation(
                    name: name,
                    about: declaration.about,
                    takes: content,
                    gives: source,
                    arguments: declaration.arguments
                ) { [remote] arguments throws(StepError) in
                    { text, context throws(StepError) in
                        let call = PluginCall(
                            kind: .preparation,
                            name: name,
                            input: .string(text),
                            arguments: arguments.value
                        )
                        return try remote.text(for: call, in: context)
                    }
                }
            )
        }
        return preparations
    }

    func transforms() throws(PluginFailure) -> [Transform] {
        var transforms: [Transform] = []
        for declaration in try declarations("transforms") {
            let name = declaration.name
            let output = try type("output", declaration)
            transforms.append(
                Transform(
                    name: name,
                    about: declaration.about,
                    input: try type("input", declaration),
                    output: output,
                    arguments: declaration.arguments
                ) { [remote] arguments throws(StepError) in
                    { value, context throws(StepError) in
                        let call = PluginCall(
                            kind: .transform,
                            name: name,
                            input: value,
                            arguments: arguments.value
                        )
                        return try remote.answer(to: call, declaring: output, in: context)
                    }
                }
            )
        }
        return transforms
    }

    func types() throws(PluginFailure) -> [FieldType] {
        var types: [FieldType] = []
        for declaration in try declarations("types") {
            let name = declaration.name
            let accepts = (declaration.value["accepts"] ?? ["string"]).list ?? []
            let accepted = accepts.compactMap { ValueType($0) }
            guard accepted.count == accepts.count, !accepted.isEmpty else {
                throw wrong("accepts", of: name, declaration.value)
            }
            let gives = try type("gives", declaration)
            types.append(
                FieldType(
                    name: name,
                    about: declaration.about,
                    accepts: accepted,
                    gives: gives,
                    arguments: declaration.arguments
                ) { [remote] arguments throws(StepError) in
                    { value, context throws(StepError) in
                        let call = PluginCall(
                            kind: .type,
                            name: name,
                            input: value,
                            arguments: arguments.value
                        )
                        return try remote.answer(to: call, declaring: gives, in: context)
                    }
                }
            )
        }
        return types
    }

    func formats() throws(PluginFailure) -> [OutputFormat] {
        var formats: [OutputFormat] = []
        for declaration in try declarations("formats") {
            let name = declaration.name
            let declared = (declaration.value["options"] ?? []).list ?? []
            let options = declared.compactMap { option in
                option["name"]?.string.map { FormatOption($0, option["about"]?.string ?? "") }
            }
            guard options.count == declared.count else { throw wrong("options", of: name, declaration.value) }
            formats.append(
                OutputFormat(name: name, about: declaration.about, options: options) {
                    [remote] schema, values throws(OutputError) in
                    RemoteEncoder(remote: remote, name: name, schema: schema, options: values)
                }
            )
        }
        return formats
    }
}

/// An output format of a program, which receives all records in one call.
struct RemoteEncoder: RecordEncoder {
    let remote: RemotePlugin
    let name: String
    let schema: Schema
    /// The options that the user has set, by name.
    let options: [String: String]
    private var records: [Value] = []

    init(remote: RemotePlugin, name: String, schema: Schema, options: [String: String]) {
        self.remote = remote
        self.name = name
        self.schema = schema
        self.options = options
    }

    mutating func encode(_ record: Record) -> String {
        records.append(record.value)
        return ""
    }

    mutating func finish() throws(OutputError) -> String {
        let input: Value = ["schema": schema.message, "records": .list(records)]
        let arguments = options.sorted { $0.key < $1.key }.map { Value.Member($0.key, .string($0.value)) }
        let call = PluginCall(
            kind: .format,
            name: name,
            input: input,
            arguments: arguments.isEmpty ? .null : .object(arguments)
        )
        do throws(StepError) {
            return try remote.text(for: call, in: PageContext())
        } catch {
            let message = error.fault == .plugin ? error.description : "\(name): \(error)"
            throw OutputError(message, cause: error.fault == .plugin ? .input : .page)
        }
    }
}
