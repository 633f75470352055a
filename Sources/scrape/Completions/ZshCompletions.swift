/// The script with which zsh completes command lines.
struct ZshCompletions {
    /// All commands; the first one has no name on the command line.
    let commands: [any Subcommand.Type]

    var script: String {
        let named = commands.dropFirst().map { $0.help }
        return """
            #compdef scrape
            # Completes command lines of scrape in zsh: a file _scrape in a folder of $fpath.

            _scrape_list() {
                local -a found line
                # Inputs are those of the site among the words.
                if [[ $1 == inputs ]]; then line=(-- ${(q)words:#}); fi
                found=(${(f)"$(_call_program $1 scrape completions --list $1 $line 2>/dev/null)"})
                compadd -a found
            }
            \(NameList.allCases.map { "_scrape_\($0.rawValue)() { _scrape_list \($0.rawValue) }" }.joined(separator: "\n"))
            \(NameList.allCases.map { "_scrape_\($0.rawValue)_or_files() { _scrape_\($0.rawValue); _files }" }.joined(separator: "\n"))

            _scrape_commands() {
                local -a commands
                commands=(
            \(named.map { "        " + "\($0.name):\($0.about)".singleQuoted }.joined(separator: "\n"))
                )
                _describe command commands
            }
            _scrape_first() { (( CURRENT == 2 )) && _scrape_commands; _files }
            \(commands.compactMap(firstOperand).joined(separator: "\n"))

            _scrape() {
                local command=scrape
                if (( CURRENT > 2 )); then
                    case $words[2] in
                        \(named.map(\.name).joined(separator: "|")))
                            command=$words[2]
                            shift words
                            (( CURRENT-- ))
                            ;;
                    esac
                fi
                case $command in
            \(commands.map(arguments).joined(separator: "\n"))
                esac
            }

            _scrape "$@"
            """
    }

    /// A function that completes a command's first operand differently from the others.
    private func firstOperand(_ command: any Subcommand.Type) -> String? {
        let help = command.help
        guard let first = help.firstOperand else { return nil }
        let others = statement(help.operands)
        return
            "_scrape_\(help.name)() { if (( CURRENT == 2 )); then \(statement(first)); else \(others); fi }"
    }

    /// A completion as a statement of a function.
    private func statement(_ completion: Completion) -> String {
        switch completion {
        case .none: ":"
        case .words(let words): "compadd \(words.joined(separator: " "))"
        case .commands, .names, .files, .folders: action(completion)
        }
    }

    private func arguments(_ command: any Subcommand.Type) -> String {
        let help = command.help
        let options = command.optionInfos.flatMap { option in
            let about = ZshCompletions.escaped(option.about)
            let value = option.placeholder.map {
                ":\(ZshCompletions.escaped($0)):\(action(option.completion))"
            }
            // An attached value follows "=" after a long name, and nothing after a short one.
            let long = option.name + (value == nil ? "" : "=")
            let short = option.short.map { $0 + (value == nil ? "" : "+") }
            return ([long] + (short.map { [$0] } ?? [])).map { "*\($0)[\(about)]\(value ?? "")".singleQuoted }
        }
        var operands = action(help.operands)
        if help.firstOperand != nil { operands = "_scrape_\(help.name)" }
        if command == commands[0] { operands = "_scrape_first" }
        let all = (options + ["*:operand:\(operands)".singleQuoted]).map { "                \($0)" }
        return "        \(help.name))\n            _arguments -S \\\n" + all.joined(separator: " \\\n")
            + "\n            ;;"
    }

    private func action(_ completion: Completion) -> String {
        switch completion {
        case .none: " "
        case .commands: "_scrape_commands"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .names(let list): "_scrape_\(list.rawValue)"
        case .files(let list): list.map { "_scrape_\($0.rawValue)_or_files" } ?? "_files"
        case .folders: "_files -/"
        }
    }

    /// A text with escapes for the brackets and colons of a specification.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if "[]:\\".contains(character) { result += "\\" }
            result.append(character)
        }
    }
}
