import Addresses
import Engine
import Fetching
package import Language
import Platform
package import Records
import Values

/// Reads the inputs that the caller gives.
package struct CrawlInputs {
    /// The values by their names.
    package private(set) var values: [Value.Member] = []
    /// The names of secrets, with their values.
    package private(set) var secrets: [(name: String, value: String)] = []

    /// The values in the form that archives and cases store: without secrets.
    package var archived: [Value.Member] {
        values.map { member in
            secrets.contains { $0.name == member.name }
                ? Value.Member(member.name, .string(Secrets.replacement(member.name))) : member
        }
    }

    /// - Parameters:
    ///   - given: names and texts of the command line; a name may be repeated for a list.
    ///   - clock: the time that `today` is relative to.
    ///   - isReplay: whether secrets have the placeholders that archives have for them, unless the environment has
    ///     them.
    package init(
        _ plan: CrawlRules,
        given: [(name: String, text: String)],
        clock: String,
        isReplay: Bool,
        environment: (String) -> String?
    ) throws(Diagnostics) {
        var errors: [Diagnostic] = []
        let names = plan.inputs.map(\.name)
        for (name, _) in given where !names.contains(name) {
            errors.append(
                Diagnostic(
                    .rules,
                    "the rules have no input \"\(name)\" (--input)",
                    help: names.isEmpty ? "they have none" : Suggestion.help(for: name, among: names)
                )
            )
        }
        for input in plan.inputs {
            var texts = given.filter { $0.name == input.name }.map(\.text)
            if let variable = input.secret {
                if !texts.isEmpty {
                    errors.append(
                        Diagnostic(
                            .rules,
                            "the input \"\(input.name)\" is secret, and others can see command lines (--input)",
                            help: "set the environment variable \(variable)"
                        )
                    )
                    continue
                }
                let replacement = Secrets.replacement(input.name)
                guard let value = isReplay ? replacement : environment(variable), !value.isEmpty else {
                    if input.isRequired {
                        errors.append(
                            Diagnostic(
                                .rules,
                                "the environment variable \(variable) is not set, and the input \"\(input.name)\" is required"
                            )
                        )
                    }
                    continue
                }
                texts = [value]
                secrets.append((input.name, value))
            }
            if texts.isEmpty, let fallback = input.fallback {
                texts = (fallback.list ?? [fallback]).map(\.text)
            }
            if texts.isEmpty {
                if input.isRequired {
                    errors.append(
                        Diagnostic(
                            .rules,
                            "the input \"\(input.name)\" is missing" + (input.about.map { ": \($0)" } ?? ""),
                            help: "add --input \(input.name)=VALUE"
                        )
                    )
                }
                continue
            }
            if input.isList, texts.count == 1 { texts = texts[0].split(separator: ",").map(String.init) }
            if !input.isList, texts.count > 1 {
                errors.append(
                    Diagnostic(.rules, "the input \"\(input.name)\" is given more than once (--input)")
                )
                continue
            }
            do throws(Diagnostic) {
                var read: [Value] = []
                for text in texts { read.append(try CrawlInputs.value(text, input, clock, plan)) }
                let value: Value = input.isList ? .list(read) : read[0]
                values.append(Value.Member(input.name, value))
            } catch {
                errors.append(error)
            }
        }
        if !errors.isEmpty { throw Diagnostics(errors) }
    }

    private static func value(
        _ text: String,
        _ input: CrawlInput,
        _ clock: String,
        _ plan: CrawlRules
    ) throws(Diagnostic) -> Value {
        func refuse(_ expected: String, _ help: String? = nil) -> Diagnostic {
            Diagnostic(
                .rules,
                "the input \"\(input.name)\" is \(expected), found \(text.quoted) (--input)",
                help: help
            )
        }
        if let choices = input.choices {
            if choices.contains(text) { return .string(text) }
            if let same = choices.first(where: { $0.lowercased() == text.lowercased() }) {
                return .string(same)
            }
            let list = choices.prefix(12).joined(separator: ", ") + (choices.count > 12 ? " …" : "")
            let near = Suggestion.nearest(to: text, among: choices).map { "did you mean \"\($0)\"?" }
            throw refuse("one of \(list)", near)
        }
        switch input.type {
        case .string: return .string(text)
        case .integer:
            guard let number = Int(text) else { throw refuse("a whole number") }
            return .number(Number(number))
        case .decimal:
            guard let number = Number(text) else { throw refuse("a number") }
            return .number(number)
        case .boolean:
            guard ["true", "false", "yes", "no"].contains(text) else { throw refuse("true or false") }
            return .boolean(text == "true" || text == "yes")
        case .date:
            guard let day = RequestDay.day(text, clock: clock, zone: nil) else {
                throw refuse("a day", "write 2026-05-28, today, tomorrow or in 3 days")
            }
            // Relative days are days in the rules' time zone, which may depend on other inputs.
            return .string(plan.timezone == nil ? day.description : text)
        case .url:
            guard WebAddress.begins(text) else {
                throw refuse("an address", "write it like https://plants.example/")
            }
            return .string(text)
        }
    }
}
