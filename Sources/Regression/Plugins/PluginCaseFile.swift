import Foundation
public import Records
import Scraping

extension PluginCase {
    private static let keys =
        [
            "about", "page", "output", "error", "input", "arguments", "decoder", "preparation", "transform",
            "type",
        ]
        + ["format"]

    /// Reads the cases of a file, a line each; blank lines are none.
    ///
    /// - Throws: all that is wrong with the file.
    public static func all(inFile path: String) throws(Diagnostics) -> [PluginCase] {
        let bytes = try CorpusFile.read(path)
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
            diagnostics.append(Diagnostic(.rules, "there are no cases", at: Location(file: path)))
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
            throw fail("expected an object in this line")
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
        case (_, .some): throw fail("expected \"output\" or \"error\": a message, or true for any")
        case (nil, nil): throw fail("expected \"output\" or \"error\" in a plugin's case")
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
                return Value.Member("input", .string(Data(text.utf8).base64EncodedString()))
            }
        )
    }
}

/// Where plugins keep their cases.
public enum PluginCaseFolder {
    /// The file of cases of a program: `PROGRAM.cases.jsonl`, else `cases.jsonl` beside it; `nil` where there is none.
    public static func file(ofProgram path: String) -> String? {
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
            separator: "/"
        )
        let beside = path.contains("/") ? "\(folder)/cases.jsonl" : "cases.jsonl"
        return ["\(path).cases.jsonl", beside].first { File.kind(of: $0) == .file }
    }

    /// The file of cases of a plugin that is compiled in, in a folder of plugins: that of the plugin's name without
    /// regard to case and hyphens (`one-rep-max` in `OneRepMax`); `nil` where there is none.
    public static func file(ofPlugin name: String, in folder: String) -> String? {
        let wanted = name.filter { $0 != "-" }
        let names = (try? File.names(in: folder)) ?? []
        return names.first { $0.lowercased() == wanted }
            .map { "\(folder)/\($0)/cases.jsonl" }
            .flatMap { File.kind(of: $0) == .file ? $0 : nil }
    }
}
