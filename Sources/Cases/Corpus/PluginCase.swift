import Basics
public import Engine
public import Records

/// A test case of a plugin: an input and its expected output.
///
/// A line of `cases.jsonl` is a call in the form of the plugin protocol, with its `output` or `error`:
///
/// ```json
/// {"transform": "one-rep-max", "input": [100, 5], "output": 112.5}
/// {"transform": "one-rep-max", "input": [100, 37], "error": "expected 1 to 36 repetitions, found 37"}
/// ```
///
/// `"arguments"` are the arguments in the rules file, `"page": {"base": "https://…", "clock": "…"}` is the page's context,
/// and `"about"` is a comment. The input of a decoder is a text, or `{"base64": "…"}`.
public struct PluginCase: Sendable, CustomStringConvertible {
    /// The case's file and line.
    public let location: Location
    /// The call, in the form of the plugin protocol.
    public let call: Value
    /// The context of the page.
    public let context: PageContext
    /// The expected result.
    public let expected: Expected

    /// The expected result of a call.
    public enum Expected: Hashable, Sendable {
        case output(Value)
        /// This message.
        case error(String)
        /// Any message.
        case anyError
    }

    /// The case's location and call.
    public var description: String { "\(location): \(JSONWriter.compact(call))" }

    /// Calls the plugin.
    ///
    /// - Returns: a message with the expected and the found result, or `nil` if the case passes.
    public func failure(of plugin: Plugin) -> String? {
        let found: Expected
        do throws(StepError) {
            found = .output(try plugin.answer(to: call, in: context))
        } catch {
            found = .error(error.description)
        }
        switch (expected, found) {
        case (.anyError, .error): return nil
        case _ where expected == found: return nil
        default: return "\(description)\n  expected \(expected)\n  found    \(found)"
        }
    }
}

extension PluginCase.Expected: CustomStringConvertible {
    /// The expectation in messages.
    public var description: String {
        switch self {
        case .output(let value): JSONWriter.compact(value)
        case .error(let message): "the error \"\(message)\""
        case .anyError: "an error"
        }
    }
}

extension PluginCase {
    private static let keys = [
        "about", "page", "output", "error", "input", "arguments", "decoder", "preparation", "transform",
        "type",
        "format",
    ]

    /// Reads the cases of a file, one per line. Blank lines are skipped.
    ///
    /// - Throws: all errors in the file.
    public static func all(inFile path: String) throws(Diagnostics) -> [PluginCase] {
        let bytes = try Corpus.contents(of: path)
        var cases: [PluginCase] = []
        var diagnostics: [Diagnostic] = []
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { continue }
            let location = Location(file: path, line: index + 1)
            do throws(Diagnostics) {
                cases.append(try PluginCase(Array(line), at: location))
            } catch {
                diagnostics += error.all
            }
        }
        if cases.isEmpty, diagnostics.isEmpty {
            diagnostics.append(Diagnostic(.rules, "the file has no cases", at: Location(file: path)))
        }
        if !diagnostics.isEmpty { throw Diagnostics(diagnostics) }
        return cases
    }

    private init(_ line: [UInt8], at location: Location) throws(Diagnostics) {
        func fail(_ message: String, help: String? = nil) -> Diagnostics {
            Diagnostics([Diagnostic(.rules, message, at: location, help: help)])
        }
        let (json, errors) = JSON.read(line, dialect: .strict)
        if let error = errors.first { throw fail("not JSON: \(error.message)") }
        guard let value = json?.value, let members = value.object else {
            throw fail("expected an object on this line")
        }
        for member in members where !PluginCase.keys.contains(member.name) {
            throw fail(
                "unknown key \"\(member.name)\" in a plugin's case",
                help: Suggestion.help(for: member.name, among: PluginCase.keys)
            )
        }
        switch (value["output"], value["error"]) {
        case (let output?, nil): expected = .output(output)
        case (nil, .string(let message)?): expected = .error(message)
        case (nil, .boolean(true)?): expected = .anyError
        case (_, .some):
            throw fail("\"error\" must be a message, or true for any message, and \"output\" must be absent")
        case (nil, nil): throw fail("a plugin's case needs \"output\" or \"error\"")
        }
        self.location = location
        let page = value["page"]
        context = PageContext(baseURL: page?["base"]?.string, clock: page?["clock"]?.string)
        let call = members.filter { !["about", "page", "output", "error"].contains($0.name) }
        self.call = .object(
            call.map { member in
                guard member.name == "input", value["decoder"] != nil else { return member }
                if let bytes = member.value["base64"] { return Value.Member("input", bytes) }
                let text = member.value.text
                return Value.Member("input", .string(Base64.text(of: Array(text.utf8))))
            }
        )
    }
}

/// Finds the files of plugins' cases.
public enum PluginCaseFolder {
    /// The file of cases of a program: `PROGRAM.cases.jsonl`, or else `cases.jsonl` in the same folder, or `nil`.
    public static func file(ofProgram path: String) -> String? {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        let beside = path.contains("/") ? "\(folder)/cases.jsonl" : "cases.jsonl"
        return ["\(path).cases.jsonl", beside].first { File.kind(of: $0) == .file }
    }

    /// The file of cases of a compiled-in plugin, or `nil`.
    ///
    /// The plugin's folder has the plugin's name, ignoring case and hyphens: `OneRepMax` for `one-rep-max`.
    public static func file(ofPlugin name: String, in folder: String) -> String? {
        let wanted = name.filter { $0 != "-" }
        let names = (try? File.names(in: folder)) ?? []
        return names.first { $0.lowercased() == wanted }
            .map { "\(folder)/\($0)/cases.jsonl" }
            .flatMap { File.kind(of: $0) == .file ? $0 : nil }
    }
}
