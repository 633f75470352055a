import Foundation
import TestSupport
import Testing

@testable import scrape

/// The workflow and the hooks in the documentation: their files can be parsed, and their commands run.
@Suite struct AutomationTests {
    private static let article = Command.checkout.appending(
        path: "Sources/Scraping/Scraping.docc/Automation.md"
    )

    /// The blocks of YAML.
    private static func files() throws -> [String] {
        let text = try String(contentsOf: article, encoding: .utf8)
        return text.split(separator: "```yaml\n").dropFirst().map {
            String($0.split(separator: "\n```\n", maxSplits: 1)[0]) + "\n"
        }
    }

    /// The commands of `run` and `entry`, with those of several lines complete.
    private static func commands(_ file: String) -> [String] {
        var commands: [String] = []
        var block: (indent: Int, lines: [String])?
        for line in file.split(separator: "\n", omittingEmptySubsequences: false) {
            let indent = line.prefix { $0 == " " }.count
            if let open = block {
                if indent > open.indent {
                    block?.lines.append(String(line))
                    continue
                }
                commands.append(open.lines.joined(separator: "\n"))
                block = nil
            }
            let text = line.trimmingPrefix(while: { $0 == " " || $0 == "-" })
            guard let key = ["run: ", "entry: "].first(where: text.hasPrefix) else { continue }
            let value = text.dropFirst(key.count)
            if value == "|" { block = (indent, []) } else { commands.append(String(value)) }
        }
        if let open = block { commands.append(open.lines.joined(separator: "\n")) }
        return commands
    }

    private static let canReadYAML: Bool = {
        var can = false
        try? withFolder([:]) {
            can = try Command(script: "python3 -c 'import yaml'", in: $0, path: path).status == 0
        }
        return can
    }()
    private static let path =
        Command.program.deletingLastPathComponent().path + ":"
        + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")

    @Test(.enabled(if: canReadYAML, "python3 has no package yaml"))
    func theFilesCanBeRead() throws {
        let files = try Self.files()
        #expect(files.count == 2)
        for file in files {
            try withFolder(["file.yml": file]) { folder in
                let script =
                    "python3 -c 'import yaml; print(sorted(map(str, yaml.safe_load(open(\"file.yml\")))))'"
                let read = try Command(script: script, in: folder, path: Self.path)
                #expect(read.errors == "" && read.output.hasPrefix("["), "\(read.errors)")
            }
        }
    }

    @Test func theCommandsRun() throws {
        let commands = try Self.files().flatMap(Self.commands)
        var count = 0
        for command in commands where command.contains("scrape ") && !command.contains("apt-get") {
            // Current pages need the network: only check that the options exist.
            if command.contains("scrape refresh") {
                let line = try #require(
                    command.split(separator: "\n").first { $0.contains("scrape refresh") }
                )
                let words = line.split(separator: " ").drop { $0 != "refresh" }.prefix { $0 != ">" }.map(
                    String.init
                )
                let (found, arguments) = try Commands.find(words)
                guard case .run = try found.request(arguments, use: { _ in }) else {
                    Issue.record("\(line) runs nothing")
                    continue
                }
                count += 1
                continue
            }
            try withFolder([:]) { folder in
                for name in ["Rules/alchemy.json", "Corpus/alchemy/weekday", "Corpus/alchemy/rest-day"] {
                    let target = folder.appending(path: name)
                    try FileManager.default.createDirectory(
                        at: target.deletingLastPathComponent(),
                        withIntermediateDirectories: true
                    )
                    try FileManager.default.copyItem(at: Command.checkout.appending(path: name), to: target)
                }
                // A hook receives the changed files.
                let isHook = !command.contains("Rules") && !command.contains("test")
                let script = "export CI=true\n" + command + (isHook ? " Rules/alchemy.json" : "")
                let run = try Command(script: script, in: folder, path: Self.path)
                #expect(run.status == 0, "\(command): \(run.errors)\(run.output)")
            }
            count += 1
        }
        #expect(count == 6)
    }
}
