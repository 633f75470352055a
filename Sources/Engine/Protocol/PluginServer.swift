import Basics
import Platform
public import Language
public import Records
public import Values

/// Answers a host's requests for a plugin: the plugin's side of the protocol.
struct PluginServer {
    let plugin: Plugin
    /// Why the last line has no answer.
    private(set) var problem = ""
    /// The functions made so far, by definition and arguments.
    private var functions: [FunctionKey: Function] = [:]

    private struct FunctionKey: Hashable {
        let kind: DefinitionKind
        let name: String
        let arguments: Value
    }

    private typealias Function = (Value, PageContext) throws(StepError) -> Value

    init(plugin: Plugin) {
        self.plugin = plugin
    }

    /// The answer to a line; `nil` for an invalid request, with the reason in ``problem``.
    mutating func answer(to line: [UInt8]) -> Value? {
        let (json, errors) = JSON.read(line, dialect: .strict)
        guard let json, errors.isEmpty else {
            problem = "expected JSON Lines, found a request that is not JSON: \(errors.first?.message ?? "")"
            return nil
        }
        let message = json.value
        if let version = message[PluginProtocol.key] {
            if version.number?.integer == PluginProtocol.version { return plugin.hello }
            problem = "the host speaks version \(version.text), this plugin \(PluginProtocol.version)"
            return nil
        }
        guard let id = message["id"], let calls = message["calls"]?.list else {
            problem = "expected a request with \"id\" and \"calls\", found \(message.quoted)"
            return nil
        }
        let context = PluginPage.context(message["page"])
        var results: [Value] = []
        results.reserveCapacity(calls.count)
        for call in calls { results.append(answer(PluginCall(call), context).message) }
        return ["id": id, "results": .list(results)]
    }

    private mutating func answer(_ call: PluginCall?, _ context: PageContext) -> PluginAnswer {
        do throws(StepError) {
            guard let call else { throw StepError("not a call of the protocol") }
            return .success(try answer(to: call, in: context))
        } catch {
            return .failure(error)
        }
    }

    /// The output of a call.
    mutating func answer(to call: PluginCall, in context: PageContext) throws(StepError) -> Value {
        try function(for: call)(call.input, context)
    }

    private mutating func function(for call: PluginCall) throws(StepError) -> Function {
        let key = FunctionKey(kind: call.kind, name: call.name, arguments: call.arguments)
        if let function = functions[key] { return function }
        let function = try make(call.kind, call.name, call.arguments)
        functions[key] = function
        return function
    }

    private func make(
        _ kind: DefinitionKind,
        _ name: String,
        _ arguments: Value
    ) throws(StepError) -> Function {
        let own = Arguments(arguments)
        switch kind {
        case .source:
            guard let source = plugin.sources.first(where: { $0.name == name }),
                case .converted(let convert, _) = try source.make(own).kind
            else { break }
            return { input, context throws(StepError) in
                guard let bytes = input.string.flatMap({ Base64.paddedBytes($0.utf8) }) else {
                    throw StepError("expected bytes in Base64, found \(input.kind)")
                }
                let text = try convert(bytes, context)
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw StepError("\(name) returned a text that is not valid UTF-8")
                }
                return .string(string)
            }
        case .preparation:
            guard let content = plugin.preparations.first(where: { $0.name == name })?.content else { break }
            let apply = try content.make(own)
            return { input, context throws(StepError) in .string(try apply(try input.scalarText, context)) }
        case .transform:
            guard let transform = plugin.transforms.first(where: { $0.name == name }) else { break }
            let apply = try transform.make(own)
            return { input, context throws(StepError) in
                try apply(try input.converted(to: transform.input), context)
            }
        case .type:
            guard let type = plugin.types.first(where: { $0.name == name }) else { break }
            return try type.make(own)
        case .format:
            guard let format = plugin.formats.first(where: { $0.name == name }) else { break }
            return { input, _ throws(StepError) in
                try PluginServer.encode(input, format, arguments)
            }
        }
        throw StepError("the plugin \(plugin.name) has no \(kind.rawValue) \"\(name)\"")
    }
}

extension PluginServer {
    /// The text of all records in an output format.
    static func encode(
        _ input: Value,
        _ format: OutputFormat,
        _ arguments: Value
    ) throws(StepError) -> Value {
        let values = arguments.object ?? []
        let options = Dictionary(values.map { ($0.name, $0.value.text) }) { first, _ in first }
        var records: [Record] = []
        for value in input["records"]?.list ?? [] {
            guard let record = Record(value) else {
                throw StepError("expected a record with \"@type\", found \(value.kind): \(value.quoted)")
            }
            records.append(record)
        }
        do throws(OutputError) {
            var encoder = try format.makeEncoder(Schema(input["schema"]), options: options)
            var text = ""
            for record in records { text += encoder.encode(record) }
            return .string(text + (try encoder.finish()))
        } catch {
            throw StepError(error.message)
        }
    }
}

// MARK: - A plugin by itself

extension Plugin {
    /// The output of a call, for the plugin's tests.
    ///
    /// - `call`: the call in the protocol's form: `{"transform": "one-rep-max", "input": [100, 5]}`; the kinds are
    ///   `decoder` (its input in Base64), `preparation`, `transform`, `type` and `format`.
    /// - Throws: the plugin's error, or an error if the output is not of the declared type.
    public func answer(to call: Value, in context: PageContext = PageContext()) throws(StepError) -> Value {
        guard let call = PluginCall(call) else {
            throw StepError("expected one of decoder, preparation, transform, type, format, and \"input\"")
        }
        var server = PluginServer(plugin: self)
        let value = try server.answer(to: call, in: context)
        guard let type = declaredType(of: call), !type.holds(value) else { return value }
        throw StepError(
            "\(call.name) is declared to return \(type), but it returned \(value.kind): \(value.quoted)"
        )
    }

    private func declaredType(of call: PluginCall) -> ValueType? {
        switch call.kind {
        case .source, .preparation, .format: .string
        case .transform: transforms.first { $0.name == call.name }?.output
        case .type: types.first { $0.name == call.name }?.gives
        }
    }
}

extension Plugin {
    /// Serves the plugin as a program: reads requests from standard input and writes answers to standard output until
    /// the input ends. Standard error is the plugin's log.
    ///
    /// A complete `main.swift`:
    ///
    /// ```swift
    /// import Scraping
    ///
    /// exit(myPlugin.serve())
    /// ```
    ///
    /// - Returns: the exit status: 0 at the end of the input, 1 for an invalid request or another version of the protocol.
    public func serve() -> Int32 {
        // A failed write shows that the host has ended.
        signal(SIGPIPE, SIG_IGN)
        var server = PluginServer(plugin: self)
        var lines = LineReader()
        while let line = lines.next() {
            if line.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) { continue }
            guard let answer = server.answer(to: line) else {
                _ = File.write("\(server.problem)\n".utf8, to: STDERR_FILENO)
                return 1
            }
            guard File.write((JSONWriter.compact(answer) + "\n").utf8, to: STDOUT_FILENO) == 0 else {
                return 0
            }
        }
        return 0
    }
}
