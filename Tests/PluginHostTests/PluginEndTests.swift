import Foundation
import PluginHost
import Scraping
import TestSupport
import Testing

/// No process of a plugin remains.
@Suite struct PluginEndTests {
    @Test func endOfInputEndsIt() throws {
        let shell = #"""
            trap 'echo asked >&2' TERM
            while read -r l; do echo "$$"; done
            echo done > "${0%/*}/done"
            """#
        let program = try TestProgram(shell: shell)
        let process = program.ask("a")
        #expect(isAlive(process))
        program.program.end()
        #expect(program.log == [])
        #expect(!isAlive(process))
        #expect(program.file("done") == "done\n")
        #expect(program.ask("b") == "failure: was ended by its host")
        program.program.end()
    }

    @Test(arguments: [
        #"echo "$$"; while :; do read -r l < "$gate"; done"#,
        #"trap 'echo asked >&2; exit' TERM; echo "$$"; while :; do read -r l < "$gate"; done"#,
        #"trap '' TERM HUP INT; echo "$$"; while :; do read -r l < "$gate"; done"#,
        #"echo "$$"; kill -STOP $$"#,
    ])
    func isEndedWhereItDoesNotEnd(_ shell: String) throws {
        let program = try TestProgram(shell: "read -r l; " + shell)
        let process = program.ask("a")
        #expect(isAlive(process))
        program.program.end()
        #expect(!isAlive(process))
        #expect(program.log.contains("asked") == shell.contains("asked"))
    }

    @Test(arguments: ["end", "fail", "deinit"])
    func childrenEndToo(_ how: String) throws {
        let shell = #"exec 3> "$reports"; cat "$gate" & read -r l; echo $!; read -r m; exit 1"#
        var program: TestProgram? = try TestProgram(shell: shell)
        let (reports, gate) = (try #require(program?.reports), program?.gate)
        let child = program?.ask("a")
        #expect(isAlive(child))
        switch how {
        case "end": program?.program.end()
        case "fail": #expect(program?.ask("b") == "failure: ended with exit status 1")
        default: program = nil
        }
        // The child reads from the gate, which must stay open so that the child does not end.
        withExtendedLifetime(gate) { #expect(reports.awaitEnd()) }
    }

    @Test(.enabled(if: TestProgram.python != nil, "python3 is not installed"))
    func childrenInGroupsOfTheirOwnEndToo() throws {
        let python = """
            import os, signal, sys
            sys.stdin.readline()
            reports = open(os.path.join(os.path.dirname(sys.argv[0]), "reports"), "w")
            child = os.fork()
            if child == 0:
                os.setpgid(0, 0)
                signal.pause()
            print(child, flush=True)
            """
        let program = try TestProgram(python: python)
        let child = program.ask("a")
        #expect(isAlive(child))
        program.program.end()
        #expect(program.reports.awaitEnd())
    }

    @Test func anExchangeOnItsWayIsEnded() throws {
        let program = try TestProgram(shell: #"read -r l; echo > "$reports"; read -r l < "$gate""#)
        let ender = Thread { [inner = program.program, reports = program.reports] in
            _ = reports.awaitLine()
            inner.end()
        }
        ender.start()
        #expect(program.ask("a") == "failure: was ended by its host")
    }

    @Test func endsUnstarted() throws {
        let program = try TestProgram(shell: "exec cat")
        program.program.end()
        #expect(program.ask("a") == "failure: was ended by its host")
    }
}
