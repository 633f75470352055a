import Basics
import Records

/// A command line, read as a command's options and operands.
struct CommandArguments {
    /// An option in the form of the command line.
    struct Given {
        /// The option's index among the known ones.
        let index: Int
        /// The name as written.
        let name: String
        let value: String
    }

    private(set) var options: [Given] = []
    /// Everything else, in its order; `-` is an operand.
    private(set) var operands: [String] = []
    private let command: CommandHelp
    private let known: [OptionInfo]

    /// Reads `--name value`, `--name=value`, `-n value` and `-nvalue`, and `--` before operands that begin with a dash.
    init(_ arguments: [String], _ command: CommandHelp, options known: [OptionInfo]) throws(Diagnostic) {
        self.command = command
        self.known = known
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
            let (index, attached) = try option(argument)
            let name = attached == nil ? argument : known[index].name
            let value = try CommandArguments.value(of: known[index], attached, &rest)
            if !known[index].isRepeatable, known[index].placeholder != nil,
                options.contains(where: { $0.index == index })
            {
                throw Diagnostic(.rules, "\(known[index].name) is given more than once")
            }
            options.append(Given(index: index, name: name, value: value))
        }
        if operands.contains("") {
            throw Diagnostic(.rules, "an operand is empty", help: "is a shell variable unset?")
        }
    }

    /// The option that an argument names, with its attached value.
    private func option(_ argument: String) throws(Diagnostic) -> (index: Int, attached: String?) {
        if let index = known.firstIndex(where: { $0.short == argument }) { return (index, nil) }
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init
        )
        if let index = known.firstIndex(where: { $0.name == parts[0] }) {
            return (index, parts.count == 2 ? parts[1] : nil)
        }
        // A long name with one dash is a mistake: "-output" is not "-o utput".
        let isLongName = known.contains { $0.name == "-" + parts[0] }
        guard !isLongName,
            let index = known.firstIndex(where: { option in
                option.placeholder != nil && option.short.map(argument.hasPrefix) ?? false
            })
        else { throw unknown(argument.hasPrefix("--") ? parts[0] : argument) }
        let value = String(argument.dropFirst(2))
        guard value.hasPrefix("=") else { return (index, value) }
        throw Diagnostic(
            .rules,
            "\(argument.prefix(2)) takes its value without \"=\"",
            help: "write \(argument.prefix(2)) \(value.dropFirst()), or \(known[index].name)\(value)"
        )
    }

    private static func value(
        of option: OptionInfo,
        _ attached: String?,
        _ rest: inout ArraySlice<String>
    ) throws(Diagnostic) -> String {
        guard let placeholder = option.placeholder else {
            if attached == nil { return "" }
            throw Diagnostic(.rules, "\(option.name) takes no value", help: "write \(option.name)")
        }
        guard let value = attached ?? rest.popFirst() else {
            let help = "write \(option.name) \(placeholder)"
            throw Diagnostic(.rules, "\(option.name) needs a value", help: help)
        }
        if !value.isEmpty { return value }
        throw Diagnostic(
            .rules,
            "the value of \(option.name) is empty",
            help: "write \(option.name) \(placeholder), or leave it out; is a shell variable unset?"
        )
    }

    private func unknown(_ name: String) -> Diagnostic {
        let nearest = Suggestion.nearest(to: name, among: known.flatMap(\.names).filter { $0.count > 2 })
        return Diagnostic(
            .rules,
            "unknown option \(name)",
            help: nearest.map { "did you mean \($0)?" } ?? "\(command.call) --help lists the options"
        )
    }
}

/// The options of every command.
struct CommonOptions {
    var color = ColorChoice.auto
    var asksForHelp = false
    var asksForVersion = false

    static var options: [Option<CommonOptions>] {
        [
            .value(
                "--color",
                .choice("WHEN"),
                "Use colours: auto, always or never.",
                details: "auto, the default, uses them on a terminal unless NO_COLOR is set."
            ) { $0.color = $1 },
            .flag(
                "--help",
                short: "-h",
                "Print help and exit.",
                details: "-h prints a line for each option, --help everything."
            ) { $0.asksForHelp = true },
            .flag(
                "--version",
                short: "-V",
                "Print the version and exit.",
                details: "scrape version --verbose also prints those of the libraries."
            ) { $0.asksForVersion = true },
        ]
    }
}

/// The result of parsing a command line.
enum Request {
    case help(any Subcommand.Type, HelpForm)
    case version
    case run(any Subcommand)
}

extension Subcommand {
    /// Reads a command line.
    ///
    /// - Parameters:
    ///   - arguments: the arguments after the command's name.
    ///   - use: receives the choice of colours, before anything else is checked.
    static func request(_ arguments: [String], use: (ColorChoice) -> Void) throws(Diagnostic) -> Request {
        let own = options
        let common = CommonOptions.options
        let arguments = try CommandArguments(arguments, help, options: own.map(\.info) + common.map(\.info))
        var settings = CommonOptions()
        for given in arguments.options where given.index >= own.count {
            try common[given.index - own.count].set(&settings, given.value)
        }
        use(settings.color)
        if settings.asksForHelp {
            return .help(Self.self, arguments.options.contains { $0.name == "-h" } ? .brief : .full)
        }
        if settings.asksForVersion { return .version }
        var command = Self()
        for given in arguments.options where given.index < own.count {
            try own[given.index].set(&command, given.value)
        }
        try command.accept(arguments.operands)
        return .run(command)
    }
}
