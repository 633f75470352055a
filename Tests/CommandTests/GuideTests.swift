import Foundation
import Testing

/// Guides whose commands are run in order, in one folder: each block of `sh`, and the output in the following block of
/// `text`, if there is one.
@Suite struct GuideTests {
    /// A block of commands.
    struct Step: Sendable {
        let commands: String
        /// The output according to the guide, on both streams.
        var output: String?
    }

    /// The steps of an article of the library's catalogue.
    static func steps(_ article: String) throws -> [Step] {
        let path = Command.checkout.appending(path: "Sources/Scraping/Scraping.docc/\(article).md")
        var steps: [Step] = []
        var wasCommands = false
        for (index, part) in try String(contentsOf: path, encoding: .utf8).components(separatedBy: "```")
            .enumerated()
        where index % 2 == 1 {
            let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            let text = lines.count > 1 ? String(lines[1]) : ""
            if lines[0] == "sh" {
                steps.append(Step(commands: text))
            } else if lines[0] == "text", wasCommands, let last = steps.indices.last {
                steps[last].output = text
            }
            wasCommands = lines[0] == "sh"
        }
        return steps
    }

    @Test(arguments: [("Tutorial", 9), ("ChangedPages", 7)]) func theCommandsPrintWhatTheGuideSays(
        _ article: String,
        _ count: Int
    ) throws {
        let steps = try GuideTests.steps(article)
        #expect(steps.count == count)
        try withFolder([:]) { folder in
            let path = Command.program.deletingLastPathComponent().path + ":/usr/bin:/bin"
            for step in steps {
                let run = try Command(script: "exec 2>&1\n" + step.commands, in: folder, path: path)
                #expect(run.status == 0, "\(step.commands)\(run.output)")
                if let output = step.output { #expect(run.output == output, "\(step.commands)") }
            }
        }
    }
}
