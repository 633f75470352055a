/// The script for zsh.
enum ZshCompletions {
    static var script: String {
        let names = Command.named.map(\.rawValue).joined(separator: "|")
        return """
            #compdef scrape
            # Completes command lines of scrape in zsh: a file _scrape in a folder of $fpath.

            _scrape_list() {
                local -a found
                found=(${(f)"$(_call_program $1 scrape completions --list $1 2>/dev/null)"})
                compadd -a found
            }
            \(CompletionList.allCases.map { "_scrape_\($0.rawValue)() { _scrape_list \($0.rawValue) }" }.joined(separator: "\n"))
            _scrape_sites_or_files() { _scrape_sites; _files }
            _scrape_plugins_or_files() { _scrape_plugins; _files }

            _scrape_commands() {
                local -a commands
                commands=(
            \(Command.named.map { "        " + quoted("\($0.rawValue):\($0.about)") }.joined(separator: "\n"))
                )
                _describe command commands
            }
            _scrape_first() { (( CURRENT == 2 )) && _scrape_commands; _files }
            _scrape_new() { if (( CURRENT == 2 )); then compadd plugin; else _files; fi }

            _scrape() {
                local command=scrape
                if (( CURRENT > 2 )); then
                    case $words[2] in
                        \(names))
                            command=$words[2]
                            shift words
                            (( CURRENT-- ))
                            ;;
                    esac
                fi
                case $command in
            \(Command.allCases.map(arguments).joined(separator: "\n"))
                esac
            }

            _scrape "$@"
            """
    }

    private static func arguments(_ command: Command) -> String {
        let options = command.options.flatMap { option in
            let about = escaped(option.about.joined(separator: " "))
            let value =
                option.argument.map { ":\(escaped($0)):\(action(option.completion ?? .nothing))" } ?? ""
            // What is attached to a long name stands behind "=", to a short one without.
            let long = option.name + (option.argument == nil ? "" : "=")
            let short = option.short.map { $0 + (option.argument == nil ? "" : "+") }
            return ([long] + (short.map { [$0] } ?? [])).map { quoted("*\($0)[\(about)]\(value)") }
        }
        let operands: String
        switch command {
        case .scrape: operands = "_scrape_first"
        case .new: operands = "_scrape_new"
        default: operands = action(command.operands)
        }
        let all = (options + [quoted("*:operand:\(operands)")]).map { "                \($0)" }
        return "        \(command.rawValue))\n            _arguments -S \\\n" + all.joined(separator: " \\\n")
            + "\n            ;;"
    }

    private static func action(_ completion: Completion) -> String {
        switch completion {
        case .nothing: " "
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .listed(let list): "_scrape_\(list.rawValue)"
        case .files(let list): list.map { "_scrape_\($0.rawValue)_or_files" } ?? "_files"
        case .folders: "_files -/"
        }
    }

    /// A text within a specification, where brackets and colons have a meaning.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if "[]:\\".contains(character) { result += "\\" }
            result.append(character)
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
