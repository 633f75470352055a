/// The script with which fish completes command lines.
struct FishCompletions {
    /// All commands; the first one has no name on the command line.
    let commands: [any Subcommand.Type]

    var script: String {
        let names = commands.dropFirst().map { $0.help.name }.joined(separator: " ")
        let lines = commands.flatMap { command in
            ["", "# \(command.help.call)"] + operands(command)
                + command.optionInfos.map { line(command.help.name, $0) }
        }
        return """
            # Completes command lines of scrape in fish: a file scrape.fish in a folder of $fish_complete_path.

            function __scrape_command
                set -l words (commandline -opc)
                if set -q words[2]; and contains -- $words[2] \(names)
                    echo $words[2]
                else
                    echo scrape
                end
            end
            function __scrape_is
                test (__scrape_command) = $argv[1]
            end
            function __scrape_words
                count (commandline -opc)
            end

            complete -c scrape -f
            \(lines.dropFirst().joined(separator: "\n"))
            """
    }

    private func operands(_ command: any Subcommand.Type) -> [String] {
        let help = command.help
        let isCommand = "__scrape_is \(help.name)"
        var lines = ["complete -c scrape -n '\(isCommand)' \(action(help.operands))"]
        if let first = help.firstOperand {
            lines[0] =
                "complete -c scrape -n '\(isCommand); and test (__scrape_words) != 2' \(action(help.operands))"
            lines.append(
                "complete -c scrape -n '\(isCommand); and test (__scrape_words) = 2' \(action(first))"
            )
        }
        if command == commands[0] {
            lines += commands.dropFirst().map { $0.help }.map { named in
                "complete -c scrape -n 'test (__scrape_words) = 1' -a \(named.name) "
                    + "-d \(FishCompletions.quoted(named.about))"
            }
        }
        return lines
    }

    private func line(_ command: String, _ option: OptionInfo) -> String {
        let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
        let value = option.placeholder == nil ? "" : " -r \(action(option.completion))"
        return
            "complete -c scrape -n '__scrape_is \(command)' -l \(option.name.dropFirst(2))\(short)\(value) "
            + "-d \(FishCompletions.quoted(option.about))"
    }

    private func action(_ completion: Completion) -> String {
        switch completion {
        case .none: "-f"
        case .commands: action(.words(commands.dropFirst().map { $0.help.name }))
        case .words(let words): "-f -a \(FishCompletions.quoted(words.joined(separator: " ")))"
        case .names(.inputs):
            "-f -a '(scrape completions --list inputs -- (commandline -opc) 2>/dev/null)'"
        case .names(let list): "-f -a '(scrape completions --list \(list.rawValue) 2>/dev/null)'"
        case .files(let list):
            "-F" + (list.map { " -a '(scrape completions --list \($0.rawValue) 2>/dev/null)'" } ?? "")
        case .folders: "-f -a '(__fish_complete_directories)'"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'"
            + text.reduce(into: "") { result, character in
                if character == "'" || character == "\\" { result += "\\" }
                result.append(character)
            } + "'"
    }
}
