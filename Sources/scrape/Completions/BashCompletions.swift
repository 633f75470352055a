/// The script for bash.
enum BashCompletions {
    static var script: String {
        let names = Command.named.map(\.rawValue).joined(separator: "|")
        return """
            # Completes command lines of scrape in bash: source <(scrape completions bash)

            # Adds those of the given words that begin as the current one does.
            _scrape_words() {
                local word
                for word in "$@"; do
                    if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
                done
            }

            # Adds what there is of a kind, quoted for the command line.
            _scrape_list() {
                local word quoted
                while IFS= read -r word; do
                    if [[ $word == "$current"* ]]; then printf -v quoted %q "$word"; COMPREPLY+=("$quoted"); fi
                done < <("${COMP_WORDS[0]/#~/$HOME}" completions --list "$1" 2>/dev/null)
            }

            # Adds files (-f) or folders (-d).
            _scrape_files() {
                local path
                compopt -o filenames 2>/dev/null
                while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$current")
            }

            # Puts the short option before what its value may become.
            _scrape_attach() {
                if [[ $attached ]]; then COMPREPLY=("${COMPREPLY[@]/#/$attached}"); fi
            }

            _scrape() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=scrape
                COMPREPLY=()
                # bash takes "=" for a word of its own.
                if [[ $current == "=" ]]; then
                    current=
                elif [[ $previous == "=" ]] && (( COMP_CWORD > 1 )); then
                    previous=${COMP_WORDS[COMP_CWORD-2]}
                fi
                if (( COMP_CWORD > 1 )); then
                    case ${COMP_WORDS[1]} in
                        \(names)) command=${COMP_WORDS[1]} ;;
                    esac
                fi
                # -jVALUE is -j VALUE.
                local attached=
                case "$command $current" in
                    \(shortPatterns)) attached=${current:0:2}; previous=$attached; current=${current:2} ;;
                esac
                case "$command $previous" in
            \(values)
                esac
                case $command in
            \(Command.allCases.map(operands).joined(separator: "\n"))
                esac
            }

            complete -F _scrape scrape
            """
    }

    /// What stands behind options.
    private static var values: String {
        Command.allCases.flatMap { command in
            command.options.compactMap { option in
                option.completion.map { completion in
                    let spellings = [option.name] + (option.short.map { [$0] } ?? [])
                    let patterns = spellings.map { "\"\(command.rawValue) \($0)\"" }.joined(separator: "|")
                    return "        \(patterns)) \(action(completion)); _scrape_attach; return ;;"
                }
            }
        }.joined(separator: "\n")
    }

    /// What begins with a short option and goes on with its value.
    private static var shortPatterns: String {
        Command.allCases.flatMap { command in
            command.options.compactMap { option in
                option.argument == nil ? nil : option.short.map { "\"\(command.rawValue) \($0)\"?*" }
            }
        }.joined(separator: "|")
    }

    private static func operands(_ command: Command) -> String {
        let options = command.options.flatMap { [$0.name] + ($0.short.map { [$0] } ?? []) }.joined(
            separator: " "
        )
        var action = action(command.operands)
        if command == .new {
            action = "if (( COMP_CWORD == 2 )); then _scrape_words plugin; else \(action); fi"
        }
        if command == .scrape {
            let names = Command.named.map(\.rawValue).joined(separator: " ")
            action = "if (( COMP_CWORD == 1 )); then _scrape_words \(names); fi; \(action)"
        }
        return """
                    \(command.rawValue)) if [[ $current == -* ]]; then _scrape_words \(options); else \(action); fi ;;
            """
    }

    private static func action(_ completion: Completion) -> String {
        switch completion {
        case .nothing: ":"
        case .words(let words): "_scrape_words \(words.map(ShellWord.quoted).joined(separator: " "))"
        case .listed(let list): "_scrape_list \(list.rawValue)"
        case .files(let list): (list.map { "_scrape_list \($0.rawValue); " } ?? "") + "_scrape_files -f"
        case .folders: "_scrape_files -d"
        }
    }
}
