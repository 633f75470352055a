import Engine

/// The level of detail of a command's help.
enum HelpForm {
    /// A line for each option, for `-h`.
    case brief
    /// Everything, for `--help` and `scrape help`.
    case full
}

/// The help of a command as text.
struct Help {
    let command: any Subcommand.Type
    let registry: Registry
    private static let width = 100

    func text(_ form: HelpForm) -> String {
        let help = command.help
        let paragraphs = help.paragraphs.map { Help.wrapped($0, indentation: 0) }
        let usage = "Usage:\n" + Help.indented(help.usage)
        switch form {
        case .brief:
            let rows = command.optionInfos.map { (term: $0.synopsis, about: $0.about) }
            return
                (paragraphs.prefix(1) + [
                    usage, "Options:\n" + Help.table(rows), "\(help.call) --help prints more.",
                ]).joined(separator: "\n\n")
        case .full:
            let options = command.optionInfos.map { option in
                "  \(option.synopsis)\n"
                    + Help.wrapped([option.about, option.details].joined(separator: " "), indentation: 6)
            }
            var parts = paragraphs.prefix(1) + [usage] + paragraphs.dropFirst()
            parts.append("Options:\n" + options.joined(separator: "\n"))
            for section in command.sections(registry) {
                parts.append("\(section.title):\n" + Help.table(section.rows))
            }
            parts.append("Exit status:\n" + Help.table(help.exitRows))
            if !help.examples.isEmpty { parts.append("Examples:\n" + Help.indented(help.examples)) }
            return parts.joined(separator: "\n\n")
        }
    }

    private static func indented(_ lines: [String]) -> String {
        lines.map { "  " + $0 }.joined(separator: "\n")
    }

    /// Two columns, the second aligned and wrapped.
    private static func table(_ rows: [(term: String, about: String)]) -> String {
        let column = (rows.map(\.term.count).max() ?? 0) + 4
        return rows.map { term, about in
            let head = "  " + term + String(repeating: " ", count: column - term.count - 2)
            return head + wrapped(about, indentation: column).drop { $0 == " " }
        }.joined(separator: "\n")
    }

    /// A text in lines of at most 100 characters.
    private static func wrapped(_ text: String, indentation: Int) -> String {
        let margin = String(repeating: " ", count: indentation)
        var lines: [String] = []
        var line = margin
        for word in text.split(whereSeparator: \.isWhitespace) {
            if line.count > indentation, line.count + 1 + word.count > width {
                lines.append(line)
                line = margin
            }
            line += (line.count > indentation ? " " : "") + word
        }
        return (lines + [line]).joined(separator: "\n")
    }
}

extension CommandHelp {
    /// The exit statuses with their meanings.
    var exitRows: [(term: String, about: String)] {
        exits.map { (term: "\($0.key.rawValue)", about: $0.value) }
    }
}
