import Records

/// Sorts a command's arguments into options and operands.
struct ArgumentParser {
    /// The options given, in their order, each with what stands behind it.
    private(set) var options: [(option: Option, value: String)] = []
    /// Everything else, in its order; `-` is one.
    private(set) var operands: [String] = []

    /// Parses arguments: `--name value`, `--name=value`, `-n value`, `-nvalue`, and `--` before operands with a dash.
    init(_ arguments: [String], for command: Command) throws(Diagnostic) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" {
                operands += rest
                break
            }
            guard argument.hasPrefix("-"), argument != "-" else {
                operands.append(argument)
                continue
            }
            let (option, attached) = try ArgumentParser.option(argument, command)
            options.append((option, try ArgumentParser.value(of: option, attached, &rest)))
        }
        // What is wrong with an empty selector is told as of any other.
        let names = command == .select ? operands.dropFirst() : operands[...]
        if names.contains("") {
            throw Diagnostic(
                .rules,
                "an argument is empty, and no file has such a name",
                help: "a variable that a script has not set?"
            )
        }
    }

    /// The option that an argument names, with the value that is attached to it.
    private static func option(
        _ argument: String,
        _ command: Command
    ) throws(Diagnostic) -> (option: Option, attached: String?) {
        if let option = command.options.first(where: { $0.short == argument }) { return (option, nil) }
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init
        )
        if let option = command.options.first(where: { $0.name == parts[0] }) {
            return (option, parts.count == 2 ? parts[1] : nil)
        }
        // With one dash too few a long name would be a short one and its value: "-output" is not "-o utput".
        let isLongName = command.options.contains { $0.name == "-" + parts[0] }
        guard !isLongName,
            let option = command.options.first(where: { option in
                option.argument != nil && option.short.map(argument.hasPrefix) ?? false
            })
        else { throw unknown(argument.hasPrefix("--") ? parts[0] : argument, command) }
        let value = String(argument.dropFirst(2))
        guard value.hasPrefix("=") else { return (option, value) }
        throw Diagnostic(
            .rules,
            "\(argument.prefix(2)) takes its value without \"=\"",
            help: "write \(argument.prefix(2)) \(value.dropFirst()), or \(option.name)\(value)"
        )
    }

    private static func value(
        of option: Option,
        _ attached: String?,
        _ rest: inout ArraySlice<String>
    ) throws(Diagnostic) -> String {
        guard let argument = option.argument else {
            if attached == nil { return "" }
            throw Diagnostic(.rules, "\(option.name) takes no value", help: "write \(option.name)")
        }
        if let value = attached ?? rest.popFirst() {
            if !value.isEmpty { return value }
            // Mostly a variable of a script that holds nothing.
            throw Diagnostic(
                .rules,
                "\(option.name) is given an empty value",
                help:
                    "write \(option.name) \(argument), or leave it out; a variable that a script has not set?"
            )
        }
        throw Diagnostic(.rules, "\(option.name) needs a value", help: "write \(option.name) \(argument)")
    }

    private static func unknown(_ name: String, _ command: Command) -> Diagnostic {
        let names = command.options.flatMap { [$0.name] + ($0.short.map { [$0] } ?? []) }
        let nearest = Suggestion.nearest(to: name, among: names.filter { $0.count > 2 })
        return Diagnostic(
            .rules,
            "unknown option \(name)",
            help: nearest.map { "did you mean \($0)?" } ?? "scrape\(command.suffix) --help lists the options"
        )
    }

    /// The values given for an option, in their order.
    func values(_ option: Option) -> [String] {
        options.filter { $0.option == option }.map(\.value)
    }

    /// The value given for an option that may stand once.
    func value(_ option: Option) throws(Diagnostic) -> String? {
        let values = values(option)
        if values.count > 1 { throw Diagnostic(.rules, "\(option.name) stands more than once") }
        return values.first
    }

    func has(_ option: Option) -> Bool { options.contains { $0.option == option } }
}

extension Command {
    /// What follows `scrape` on the command line.
    var suffix: String { self == .scrape ? "" : " \(rawValue)" }
}
