import Basics
import Foundation
import Records
import Scraping
import Synchronization
package import TestSupport

/// The ways to read rows of ``RowTable``: a page with rules, a field of a page, a value with steps, a rules file.
///
/// - `@rules RULES`: the input is a page; the result is its records, and the diagnostics.
/// - `@format FORMAT` with it: the result is the records in this format.
/// - `@read KEYS`: the input is a text of the page, read by a field with these keys.
/// - `@steps STEPS`: the input is a value in JSON, or a text with `@text`; the steps are applied to it.
/// - `@edit RULES`: the input is a path in the rules, in JSON without comments, and its new value:
///   `records.R.each = 7`; no value removes it, and a name instead of a value, `records.R.each : eech`, renames the
///   key. The result is the errors.
/// - `@errors RULES`: the input replaces `…`, with `@field` as a field; the result is the errors in the rules.
///
/// `@url`, `@clock` and `@encoding` apply to the page.
package enum RowReading {
    package static func result(_ settings: RowTable.Settings, _ input: String) throws -> String {
        if let rules = rulesText(settings, input) { return problems(rules) }
        if let format = settings["format"] {
            return try written(settings["rules"] ?? "", input, in: format, settings)
        }
        if let rules = settings["rules"] {
            return try outcome(rules, input, settings).joined(separator: " | ")
        }
        if let keys = settings["read"] {
            let text = input.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            return try field(#"{ "select": "p", \#(keys) }"#, "html", "<p>\(text)</p>", settings)
        }
        let value = settings["text"] == nil ? input : JSONWriter.compact(.string(input))
        let steps = settings["steps"] ?? ""
        func rules(_ type: String) -> String {
            #"{ "value": \#(value), "apply": [\#(steps)], "type": "\#(type)" }"#
        }
        // A text is not JSON, nor is a list text.
        let isText = errors(whole(rules("json"), "html")).contains("returns a string")
        return try field(rules(isText ? "html" : "json"), "html", "<p>", settings)
    }

    /// The rules that a row describes; `nil` if it is a page or a value.
    package static func rulesText(_ settings: RowTable.Settings, _ input: String) -> String? {
        if let frame = settings["errors"] { return frame.replacing("…", with: input) }
        return settings["edit"].map { edited($0, input) }
    }

    /// The records of a page in a format.
    private static func written(
        _ rules: String,
        _ page: String,
        in name: String,
        _ settings: RowTable.Settings
    ) throws -> String {
        guard let format = OutputFormat.builtIn.first(where: { $0.name == name }) else {
            return "no such format"
        }
        let schema = try loaded(rules).schema
        let records = try read(rules, page, settings).records
        do throws(OutputError) {
            var encoder = try format.makeEncoder(schema)
            let text = records.map { encoder.encode($0) }.joined()
            return try text + encoder.finish()
        } catch {
            return "error: \(error)"
        }
    }

    private static func whole(_ field: String, _ source: String) -> String {
        """
        { "source": "\(source)", "records": { "R": { "fields": { "y": { "value": 1 }, "x": \(field) } } } }
        """
    }

    /// The value of a field, and the diagnostics.
    private static func field(
        _ field: String,
        _ source: String,
        _ page: String,
        _ settings: RowTable.Settings
    ) throws -> String {
        let found: Outcome
        do { found = try read(whole(field, source), page, settings) } catch let problems as Diagnostics {
            return "invalid rules: \(problems.all.map(\.message).joined(separator: " | "))"
        }
        let value = found.records.first?["x"].map(JSONWriter.compact)
        let messages = found.diagnostics.map { diagnostic in
            let text = diagnostic.message
            let start = text.range(of: ": ").map { text[$0.upperBound...] } ?? text[...]
            return "\(diagnostic.severity): " + (text.hasPrefix("R.x") ? start : text[...])
        }
        return ([value ?? "nothing"] + messages).joined(separator: " | ")
    }

    private static func outcome(
        _ rules: String,
        _ page: String,
        _ settings: RowTable.Settings
    ) throws -> [String] {
        let found: Outcome
        do { found = try read(rules, page, settings) } catch let problems as Diagnostics {
            return ["invalid rules: \(problems.all.map(\.message).joined(separator: " | "))"]
        }
        return found.lines.map { $0.replacing("\"@type\":\"R\",", with: "") } + found.messages
    }

    private static func read(_ rules: String, _ page: String, _ settings: RowTable.Settings) throws -> Outcome
    {
        let page = Page(
            name: "page",
            bytes: Array(page.utf8),
            url: settings["url"],
            encoding: .utf8,
            clock: settings["clock"]
        )
        return try loaded(rules).scrape(page)
    }

    /// The rules of the latest rows: many rows and their variants have the same.
    private static let recent = Mutex<[String: Rules]>([:])

    private static func loaded(_ text: String) throws -> Rules {
        if let rules = recent.withLock({ $0[text] }) { return rules }
        let rules = try load(text)
        recent.withLock { known in
            if known.count >= 16 { known.removeAll() }
            known[text] = rules
        }
        return rules
    }

    /// Rules with another value, or another key, at a path.
    private static func edited(_ rules: String, _ edit: String) -> String {
        let parts = edit.split(separator: " ", maxSplits: 2)
        let path = parts.first?.split(separator: ".") ?? []
        let argument = parts.count > 2 ? String(parts[2]) : nil
        let isName = parts.count > 1 && parts[1] == ":"
        guard let whole = JSON.read(Array(rules.utf8), dialect: .relaxed).json?.value else { return rules }
        func changed(_ value: Value, _ rest: ArraySlice<Substring>) -> Value? {
            guard let name = rest.first else {
                return argument.flatMap { JSON.read(Array($0.utf8), dialect: .strict).json?.value }
            }
            if let list = value.list, let index = Int(name), list.indices.contains(index) {
                var list: [Value?] = list
                list[index] = changed(list[index] ?? .null, rest.dropFirst())
                return .list(list.compactMap { $0 })
            }
            let members = (value.object ?? []).compactMap { member -> Value.Member? in
                guard member.name.replacing(".", with: "·") == name else { return member }
                if isName, rest.count == 1 { return Value.Member(argument ?? "", member.value) }
                return changed(member.value, rest.dropFirst()).map { Value.Member(member.name, $0) }
            }
            return .object(members)
        }
        return JSONWriter.compact(changed(whole, path[...]) ?? .null)
    }

    /// The errors in rules: the place, the number of marked columns, the message, the help.
    private static func problems(_ rules: String) -> String {
        var result: [String] = []
        for line in errors(rules).split(separator: "\n") {
            let text = line.drop { $0 == " " }
            if line.hasPrefix("rules.json:") {
                result.append(String(line.dropFirst("rules.json:".count)))
            } else if text.hasPrefix("help: ") {
                result.append(String(text))
            } else if let mark = line.firstIndex(of: "^"), !result.isEmpty, text.hasPrefix("|") {
                result[result.count - 1] += " ^\(line[mark...].count)"
            }
        }
        return result.isEmpty ? "valid" : result.joined(separator: " | ")
    }
}
