import Foundation
import PluginHost
import Scraping
import TestSupport
import Testing

/// The output of a plugin on its standard error.
@Suite struct PluginLogTests {
    @Test(arguments: [
        (#"one\ntwo\n"#, ["one", "two"]),
        (#"one\n\n \ntwo"#, ["one", "two"]),
        (#"10 %%\r20 %%\r\n"#, ["10 %", "20 %"]),
        (#"\033[1;31mred\033[0m and \033]0;title\007plain\n"#, ["red and plain"]),
        (#"\033]8;;x\033\\link\033]8;;\033\\ \033(Bb\0337\n"#, ["link b"]),
        (#"\033Pq#0\033\\a\033Xtext\033b\033\\c\n"#, ["ac"]),
        (#"a\007b\010c\000d\177e\tf\n"#, ["abcde f"]),
        (#"\302\233 31mred \302\235 0;title\302\234x\n"#, ["red x"]),
        (#"a\342\200\256b\342\201\246c\n"#, ["abc"]),
        (#"caf\303\251 \377\303 \n"#, ["café \u{FFFD}\u{FFFD} "]),
    ])
    func lines(_ text: String, _ lines: [String]) throws {
        let program = try TestProgram(shell: "printf '\(text)' >&2; exec cat")
        #expect(program.ask("a") == "a")
        program.program.end()
        #expect(program.log == lines)
    }

    @Test func isReportedWhileTheProgramRuns() throws {
        let program = try TestProgram(shell: "echo starts >&2; exec cat")
        #expect(program.ask("a") == "a")
        #expect(program.log == ["starts"])
    }

    @Test func isReportedUpToItsLimit() throws {
        let shell = #"""
            exec 3> "$reports"
            read -r l; yes 123456789 | head -c 2000000 >&2; echo "$l"; echo last >&2; exit 2
            """#
        let program = try TestProgram(shell: shell, limits: PluginLimits(logSize: 95))
        #expect(program.ask("a") == "a")
        #expect(program.reports.awaitEnd())
        #expect(program.ask("b") == "failure: ended with exit status 2: last")
        let whole = [String](repeating: "123456789", count: 10)
        #expect(program.log == whole + ["12345…", "further log lines are left out"])
    }

    @Test func aLineWithoutAnEndIsCut() throws {
        let shell = "read -r l; yes | tr -d '\\n' | head -c 2000000 >&2; echo \"$l\""
        let program = try TestProgram(shell: shell, limits: PluginLimits(logSize: 10))
        #expect(program.ask("a") == "a")
        program.program.end()
        #expect(program.log == ["yyyyyyyyyy…", "further log lines are left out"])
    }
}
