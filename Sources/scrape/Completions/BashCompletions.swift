/// The script with which bash completes command lines.
struct BashCompletions {
    /// All commands; the first one has no name on the command line.
    let commands: [any Subcommand.Type]

    var script: String {
        let names = commands.dropFirst().map { $0.help.name }.joined(separator: "|")
        return """
            # Completes command lines of scrape in bash: source <(scrape completions bash)

            # Adds the given words that begin with the current one.
            _scrape_words() {
                local word
                for word in "$@"; do
                    if [[ $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
                done
            }

            # Adds the names of a kind, quoted for the command line.
            _scrape_list() {
                local word quoted prefix=$2
                local -a line=()
                # Inputs are those of the site among the words.
                if [[ $1 == inputs ]]; then line=(-- "${COMP_WORDS[@]:1:COMP_CWORD-1}" "${COMP_WORDS[@]:COMP_CWORD+1}"); fi
                while IFS= read -r word; do
                    if [[ $word == "$prefix$current"* ]]; then
                        printf -v quoted %q "${word#"$prefix"}"
                        COMPREPLY+=("$quoted")
                    fi
                done < <("${COMP_WORDS[0]/#~/$HOME}" completions --list "$1" "${line[@]}" 2>/dev/null)
                # A value follows the name of an input.
                if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
            }

            # Adds files (-f) or folders (-d).
            _scrape_files() {
                local path
                compopt -o filenames 2>/dev/null
                while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$1" -- "$current")
            }

            # Puts the short option before its completed value.
            _scrape_attach() {
                if [[ $attached ]]; then COMPREPLY=("${COMPREPLY[@]/#/$attached}"); fi
            }

            _scrape() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=scrape
                COMPREPLY=()
                # bash makes "=" a separate word.
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
                # NAME=VALUE are three words.
                if [[ $command == crawl ]] && (( COMP_CWORD > 3 )); then
                    if [[ ${COMP_WORDS[COMP_CWORD]} == "=" && ${COMP_WORDS[COMP_CWORD-2]} == --input ]]; then
                        _scrape_list inputs "${COMP_WORDS[COMP_CWORD-1]}="
                        return
                    elif [[ ${COMP_WORDS[COMP_CWORD-1]} == "=" && ${COMP_WORDS[COMP_CWORD-3]} == --input ]]; then
                        _scrape_list inputs "${COMP_WORDS[COMP_CWORD-2]}="
                        return
                    fi
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
            \(commands.map(operands).joined(separator: "\n"))
                esac
            }

            complete -F _scrape scrape
            """
    }

    /// Cases for the values of options.
    private var values: String {
        commands.flatMap { command in
            command.optionInfos.compactMap { option in
                if option.placeholder == nil { return nil }
                let patterns = option.names.map { "\"\(command.help.name) \($0)\"" }.joined(separator: "|")
                return "        \(patterns)) \(action(option.completion)); _scrape_attach; return ;;"
            }
        }.joined(separator: "\n")
    }

    /// Patterns of short options with an attached value.
    private var shortPatterns: String {
        commands.flatMap { command in
            command.optionInfos.compactMap { option in
                option.placeholder == nil ? nil : option.short.map { "\"\(command.help.name) \($0)\"?*" }
            }
        }.joined(separator: "|")
    }

    private func operands(_ command: any Subcommand.Type) -> String {
        let help = command.help
        let options = command.optionInfos.flatMap(\.names).joined(separator: " ")
        var action = self.action(help.operands)
        if let first = help.firstOperand {
            action = "if (( COMP_CWORD == 2 )); then \(self.action(first)); else \(action); fi"
        }
        if command == commands[0] {
            action = "if (( COMP_CWORD == 1 )); then \(self.action(.commands)); fi; \(action)"
        }
        return """
                    \(help.name)) if [[ $current == -* ]]; then _scrape_words \(options); else \(action); fi ;;
            """
    }

    private func action(_ completion: Completion) -> String {
        switch completion {
        case .none: ":"
        case .commands: "_scrape_words \(commands.dropFirst().map { $0.help.name }.joined(separator: " "))"
        case .words(let words): "_scrape_words \(words.map(\.shellQuoted).joined(separator: " "))"
        case .names(let list): "_scrape_list \(list.rawValue)"
        case .files(let list): (list.map { "_scrape_list \($0.rawValue); " } ?? "") + "_scrape_files -f"
        case .folders: "_scrape_files -d"
        }
    }
}

extension String {
    /// The text as a word of a shell command: in single quotes if it has more than plain characters.
    var shellQuoted: String {
        let isPlain =
            !isEmpty
            && utf8.allSatisfy { byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || "-_./:=@%+,".utf8.contains(byte)
            }
        return isPlain ? self : singleQuoted
    }

    /// The text in single quotes, as read by bash and zsh.
    var singleQuoted: String {
        "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
