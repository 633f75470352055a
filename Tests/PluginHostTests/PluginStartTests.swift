import Foundation
import PluginHost
import Scraping
import Testing

/// Reports about programs that cannot be started.
@Suite struct PluginStartTests {
    @Test(arguments: [
        ("no/such/program", "no such file or directory"),
        ("", "no such file or directory"),
        ("/bin/sh\0.py", "a path cannot contain NUL"),
        ("/dev/null/program", "not a directory"),
        (NSTemporaryDirectory(), "it is a folder"),
        ("/dev/null", "it is not a file"),
    ])
    func noFile(_ path: String, _ problem: String) {
        let program = PluginProgram(path: path, limits: PluginLimits()) { _ in }
        #expect(failure(program) == "cannot be started: \(problem)")
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
        ("#! /no/such/shell -e\necho a\n", "its first line names \"/no/such/shell\", which does not exist"),
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
