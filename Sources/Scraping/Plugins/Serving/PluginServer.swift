import Foundation
import Records

/// Answers a host's requests for a plugin: the plugin's side of the protocol.
struct PluginServer {
    let plugin: Plugin
    /// What kept the last line from being answered.
    private(set) var complaint = ""
    /// The functions made so far, by what is called with which arguments.
    private var functions: [FunctionKey: Function] = [:]

    private struct FunctionKey: Hashable {
        let kind: PluginCall.Kind
        let name: String
        let arguments: Value
    }

    private typealias Function = (Value, PageContext) throws(StepError) -> Value

    init(plugin: Plugin) {
        self.plugin = plugin
    }

    /// The answer to a line; `nil` for one that the protocol does not know.
    mutating func answer(to line: [UInt8]) -> Value? {
        let (json, errors) = JSON.read(line, dialect: .strict)
        guard let json, errors.isEmpty else {
            complaint = "this plugin speaks JSON Lines, a request is not JSON: \(errors.first?.message ?? "")"
            return nil
        }
        let message = json.value
        if let version = message[PluginProtocol.key] {
            if version.number?.integer == PluginProtocol.version { return plugin.hello }
            complaint = "the host speaks version \(version.text), this plugin \(PluginProtocol.version)"
            return nil
        }
        guard let id = message["id"], let calls = message["calls"]?.list else {
            complaint = "expected a request with \"id\" and \"calls\", found \(message.quoted)"
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
            guard let call else { throw StepError("this is no call of the protocol") }
            return .success(try answer(to: call, in: context))
        } catch {
            return .failure(error)
        }
    }

    /// What the plugin makes of a call's input.
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
        _ kind: PluginCall.Kind,
        _ name: String,
        _ arguments: Value
    ) throws(StepError) -> Function {
        switch kind {
        case .decoder:
            guard let decoder = plugin.decoders.first(where: { $0.name == name }) else { break }
            let decode = try decoder.make(arguments)
            return { input, context throws(StepError) in
                guard let data = input.string.flatMap({ Data(base64Encoded: $0) }) else {
                    throw StepError("expected bytes in Base64, found \(input.kind)")
                }
                let text = try decode(Array(data), context)
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw StepError("\(name) gave a text that is not valid UTF-8")
                }
                return .string(string)
            }
        case .preparation:
            guard let preparation = plugin.preparations.first(where: { $0.name == name }) else { break }
            let apply = try preparation.make(arguments)
            return { input, context throws(StepError) in .string(try apply(try input.scalarText, context)) }
        case .transform:
            guard let transform = plugin.transforms.first(where: { $0.name == name }) else { break }
            let apply = try transform.make(arguments)
            return { input, context throws(StepError) in
                try apply(try input.converted(to: transform.input), context)
            }
        case .type:
            guard let type = plugin.fieldTypes.first(where: { $0.name == name }) else { break }
            return type.read
        case .format:
            guard let format = plugin.outputFormats.first(where: { $0.name == name }) else { break }
            return { input, _ throws(StepError) in
                try PluginServer.encode(input, format, arguments)
            }
        }
        throw StepError("the plugin \(plugin.name) has no \(kind.rawValue) \"\(name)\"")
    }
}
