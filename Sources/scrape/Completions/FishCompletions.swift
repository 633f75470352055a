/// The script for fish.
enum FishCompletions {
    static var script: String {
        let names = Command.named.map(\.rawValue).joined(separator: " ")
        let lines = Command.allCases.flatMap { command in
            ["", "# scrape\(command.suffix)"] + operands(command) + command.options.map { line(command, $0) }
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

    private static func operands(_ command: Command) -> [String] {
        let condition = "-n '__scrape_is \(command.rawValue)'"
        var lines = ["complete -c scrape \(condition) \(action(command.operands))"]
        switch command {
        case .scrape:
            lines += Command.named.map { named in
                "complete -c scrape -n 'test (__scrape_words) = 1' -a \(named.rawValue) -d \(quoted(named.about))"
            }
        case .new:
            lines.append("complete -c scrape -n '__scrape_is new; and test (__scrape_words) = 2' -a plugin")
        default: break
        }
        return lines
    }

    private static func line(_ command: Command, _ option: Option) -> String {
        let short = option.short.map { " -s \($0.dropFirst())" } ?? ""
        let value = option.completion.map { " -r \(action($0))" } ?? ""
        let about = quoted(option.about.joined(separator: " "))
        return
            "complete -c scrape -n '__scrape_is \(command.rawValue)' -l \(option.name.dropFirst(2))\(short)\(value) -d \(about)"
    }

    private static func action(_ completion: Completion) -> String {
        switch completion {
        case .nothing: "-f"
        case .words(let words): "-f -a \(quoted(words.joined(separator: " ")))"
        case .listed(let list): "-f -a '(scrape completions --list \(list.rawValue) 2>/dev/null)'"
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
