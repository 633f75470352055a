import Foundation
import Records
import Scraping
import Testing

@testable import scrape

/// The declarations of all commands, and what is generated from them.
@Suite struct CommandListTests {
    /// The declaration of a command and its options.
    struct Declaration: CustomTestStringConvertible {
        let help: CommandHelp
        let options: [OptionInfo]
        var testDescription: String { help.name }
    }

    static let all = Commands.all.map { Declaration(help: $0.help, options: $0.optionInfos) }

    @Test(arguments: all) func declarationsAreComplete(_ command: Declaration) {
        let help = command.help
        #expect(help.about.first?.isLowercase == true && !help.about.hasSuffix("."))
        #expect(!help.usage.isEmpty && help.usage.allSatisfy { $0.hasPrefix(help.call) })
        #expect(help.paragraphs.allSatisfy { $0.hasSuffix(".") && !$0.contains("  ") })
        #expect(!help.paragraphs.isEmpty && !help.examples.isEmpty)
        #expect(help.exits.map(\.key).starts(with: [.success]) && help.exits.contains { $0.key == .usage })
        for option in command.options {
            #expect(option.name.hasPrefix("--") && option.short?.count ?? 2 == 2, "\(option.name)")
            #expect(option.about.hasSuffix(".") && option.about.count <= 100, "\(option.name)")
            #expect(option.details.isEmpty || option.details.hasSuffix("."), "\(option.name)")
        }
        let names = command.options.flatMap(\.names)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: all) func examplesParse(_ command: Declaration) throws {
        for example in command.help.examples {
            let lines = CommandListTests.commandLines(example).filter { $0.first == "scrape" }
            #expect(!lines.isEmpty, "\(example)")
            for line in lines {
                let (found, arguments) = try Commands.find(Array(line.dropFirst()))
                #expect(found.help.name == command.help.name, "\(example)")
                guard case .run = try found.request(arguments, use: { _ in }) else {
                    Issue.record("\(example) runs nothing")
                    continue
                }
            }
        }
    }

    /// The words of each command on a shell's command line.
    private static func commandLines(_ text: String) -> [[String]] {
        var lines: [[String]] = [[]]
        var word = ""
        var quote: Character?
        for character in text + "|" {
            if let open = quote {
                if character == open { quote = nil } else { word.append(character) }
            } else if "'\"".contains(character) {
                quote = character
            } else if " |()<>".contains(character) {
                if !word.isEmpty { lines[lines.count - 1].append(word) }
                word = ""
                if character != " " { lines.append([]) }
            } else {
                word.append(character)
            }
        }
        return lines
    }

    @Test(arguments: all) func helpShowsEverything(_ command: Declaration) throws {
        let name = command.help.name
        let call = name == "scrape" ? [] : [name]
        let full = try Command(call + ["--help"])
        #expect(full.status == 0 && full.errors == "")
        let asked = try Command(["help"] + call)
        #expect(asked.output == full.output && asked.status == 0)
        let brief = try Command(call + ["-h"])
        #expect(brief.output.hasSuffix("\(command.help.call) --help prints more.\n"))
        for option in command.options {
            #expect(full.output.contains("\n  \(option.synopsis)\n"), "\(option.name)")
            #expect(brief.output.contains("\n  \(option.synopsis)  "), "\(option.name)")
        }
        for line in command.help.usage + command.help.examples {
            #expect(full.output.contains("\n  \(line)\n"), "\(line)")
        }
        #expect(full.output.split(separator: "\n").allSatisfy { $0.count <= 110 })
        #expect(!full.output.contains(" \n"))
    }

    @Test func theOverviewListsAllCommands() throws {
        let overview = try Command(["help"]).output
        for command in CommandListTests.all.dropFirst() {
            #expect(overview.contains("\n  \(command.help.name) "))
        }
        for format in ["json", "jsonl", "csv", "chart", "sqlite"] {
            #expect(overview.contains("\n  \(format) "), "\(format)")
        }
        #expect(try Command(["help", "scrape"]).output == overview)
    }

    @Test(arguments: ["bash", "zsh", "fish"]) func completionsHaveEverything(_ shell: String) throws {
        let script = try Command(["completions", shell]).output
        for command in CommandListTests.all {
            #expect(script.contains(command.help.name))
            for option in command.options {
                #expect(script.contains(shell == "fish" ? "-l \(option.name.dropFirst(2)) " : option.name))
            }
        }
    }

    @Test func theManualHasEverything() throws {
        func escaped(_ text: String) -> String { text.replacing("-", with: "\\-") }
        let manual = try Command(["manual"]).output
        for command in CommandListTests.all {
            let isMain = command.help.name == "scrape"
            #expect(isMain || manual.contains(".SS \"scrape \(command.help.name)\"\n"))
            for line in command.help.usage { #expect(manual.contains("\n\(escaped(line))\n"), "\(line)") }
            for option in command.options {
                let names = option.names.map { "\\fB\(escaped($0))\\fR" }.joined(separator: ", ")
                #expect(manual.contains("\n.TP\n\(names)"), "\(option.name)")
            }
        }
    }

    /// Arguments that name no command, or too many, and the messages.
    @Test(arguments: [
        (["tset"], "unknown command \"tset\"\n  help: did you mean \"test\"?"),
        (["chek", "--corpus", "x"], "unknown command \"chek\"\n  help: did you mean \"check\"?"),
        (["help", "tset"], "unknown command \"tset\"\n  help: did you mean \"test\"?"),
        (["help", "xyzzyx"], "unknown command \"xyzzyx\"\n  help: scrape help lists the commands"),
        (["help", "test", "tree"], "expected one command, found 2\n  help: write scrape help test"),
        (["manual", "x"], "scrape manual takes no operand, found \"x\""),
        (["test", "--filtre", "x"], "unknown option --filtre\n  help: did you mean --filter?"),
        (["tree", "-x"], "unknown option -x\n  help: scrape tree --help lists the options"),
    ])
    func unknownCommandsAreRefused(_ arguments: [String], _ message: String) throws {
        let command = try Command(arguments)
        #expect(command.errors == "error: \(message)\n")
        #expect(command.status == 2 && command.output == "")
    }

    /// A file whose name resembles that of a command is a page.
    @Test func filesComeBeforeSuggestions() throws {
        try withFolder(["tset": "<p>1", "r.json": #"{ "records": { "R": { "fields": { "x": "p" } } } }"#]) {
            folder in
            let command = try Command(["tset", "--rules", "r.json", "--format", "csv"], in: folder)
            #expect(command.output == "@type,x\nR,1\n" && command.status == 0, "\(command.errors)")
        }
    }

    @Test func helpIsPrintedDespiteWrongValues() throws {
        #expect(try Command(["test", "--jobs", "x", "--help"]).status == 0)
        #expect(try Command(["test", "--jobs", "x"]).status == 2)
    }
}
