import Foundation
import Testing
import Values

/// The pages' own time, as given on the command line.
@Suite struct ClockTests {
    private static let files = [
        "r.json": """
        { "source": "text", "records": { "R": { "each": "line", "fields": {
          "at": { "select": "::text", "type": "date", "format": ["relative", "MMM d"], "timezone": "UTC" }
        } } } }
        """,
        "page.txt": "yesterday\nMay 28\n",
    ]

    private func run(_ arguments: [String]) throws -> Command {
        var command: Command?
        try withFolder(ClockTests.files) { folder in
            command = try Command(["--rules", "r.json", "--format", "csv"] + arguments, in: folder)
        }
        return try #require(command)
    }

    /// The time of the machine, in the command line's format.
    private func now() -> String { PageClock.text(ofInstant: Int(time(nil))) }

    @Test(arguments: [
        ("2018-06-20T09:14:31Z", "2018-06-19", "2018-05-28"), ("2018-01-01", "2017-12-31", "2017-05-28"),
        ("2018-06-20T23:30:00-05:00", "2018-06-20", "2018-05-28"),
    ])
    func datesAreReadAgainstTheGivenTime(_ clock: String, _ first: String, _ second: String) throws {
        let command = try run(["--clock", clock, "page.txt"])
        #expect(
            command.output.split(whereSeparator: \.isNewline) == ["@type,at", "R,\(first)", "R,\(second)"]
        )
        #expect(command.status == 0)
    }

    @Test func withoutItTheTimeIsThatOfTheRun() throws {
        // A new day may begin in the meantime.
        let before = try run(["--clock", now(), "page.txt"])
        let command = try run(["page.txt"])
        let after = try run(["--clock", now(), "page.txt"])
        #expect(command.output == before.output || command.output == after.output)
        #expect(command.status == 0)
    }

    @Test func aWrongTimeIsReported() throws {
        let command = try run(["--clock", "yesterday", "page.txt"])
        #expect(command.errors.contains(#"--clock takes a time in ISO 8601, found "yesterday""#))
        #expect(command.status == 2)
    }
}
