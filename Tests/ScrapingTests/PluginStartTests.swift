import Foundation
import Scraping
import Testing

/// What is told about programs that cannot be started.
@Suite struct PluginStartTests {
    @Test func missing() throws {
        let program = PluginProgram(path: "no/such/program", limits: PluginLimits()) { _ in }
        #expect(failure(program) == "cannot be started: No such file or directory")
    }

    @Test func folder() throws {
        let program = PluginProgram(path: NSTemporaryDirectory(), limits: PluginLimits()) { _ in }
        #expect(failure(program) == "cannot be started: it is a folder")
    }

    @Test func device() throws {
        let program = PluginProgram(path: "/dev/null", limits: PluginLimits()) { _ in }
        #expect(failure(program) == "cannot be started: it is not a file")
    }

    @Test func notExecutable() throws {
        let program = try TestProgram("#!/bin/sh\n", name: "it's", mode: 0o644)
        let path = program.path.replacing("'", with: #"'\''"#)
        #expect(
            program.ask("a") == "failure: cannot be started: it is not executable: chmod +x '\(path)'"
        )
    }

    @Test(arguments: [
        (
            "echo a\n",
            "it is neither a program of this machine nor a script that begins with \"#!\" and the path of its "
                + "interpreter"
        ),
        ("#! /no/such/shell -e\necho a\n", "its first line names \"/no/such/shell\", which is not there"),
        ("#!/bin/sh\r\necho a\r\n", "its first line ends with a carriage return"),
    ])
    func wrongFirstLine(_ text: String, _ problem: String) throws {
        #expect(try TestProgram(text).ask("a") == "failure: cannot be started: \(problem)")
    }

    @Test func staysDead() throws {
        let program = try TestProgram("", mode: 0o644)
        let first = program.ask("a")
        #expect(chmod(program.path, 0o755) == 0)
        #expect(program.ask("b") == first)
    }

    private func failure(_ program: PluginProgram) -> String {
        do throws(PluginFailure) {
            return "answered \(try program.exchange([]))"
        } catch {
            return error.description
        }
    }
}
