public import Records
public import Scraping

/// A case that a plugin brings: an input, and what must come of it.
///
/// A line of `cases.jsonl` is a call as the protocol writes it, with its `output` or `error`:
///
/// ```json
/// {"transform": "one-rep-max", "input": [100, 5], "output": 112.5}
/// {"transform": "one-rep-max", "input": [100, 37], "error": "expected 1 to 36 repetitions, found 37"}
/// ```
///
/// `"arguments"` are those of the rules file, `"page": {"base": "https://…", "clock": "…"}` is what the plugin knows
/// of the page, and `"about"` is for people. The input of a decoder is a text, or `{"base64": "…"}`.
public struct PluginCase: Sendable, CustomStringConvertible {
    /// Where the case stands.
    public let location: Location
    /// The call as the protocol writes it.
    public let call: Value
    /// What the plugin is told of the page.
    public let context: PageContext
    /// What must come out.
    public let expected: Expected

    /// What must come of a call.
    public enum Expected: Hashable, Sendable {
        case output(Value)
        /// This message.
        case error(String)
        /// Any message.
        case anyError
    }

    /// The case's place and call.
    public var description: String { "\(location): \(JSONWriter.compact(call))" }

    /// Calls the plugin.
    ///
    /// - Returns: what came out instead of what must, with both; `nil` where the case passes.
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
    /// The expectation as messages show it.
    public var description: String {
        switch self {
        case .output(let value): JSONWriter.compact(value)
        case .error(let message): "the error \"\(message)\""
        case .anyError: "an error"
        }
    }
}
