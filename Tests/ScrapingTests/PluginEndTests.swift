import Foundation
import PluginHost
import Scraping
import Testing

/// Nothing of a plugin is left behind.
@Suite struct PluginEndTests {
    @Test func endOfInputEndsIt() throws {
        let shell = #"while read -r l; do echo "$$"; done; echo done > "${0%/*}/done""#
        let program = try TestProgram(shell: shell)
        let process = program.ask("a")
        #expect(isAlive(process))
        #expect(seconds { program.program.end() } < 0.4)
        #expect(!isAlive(process))
        #expect(program.file("done") == "done\n")
        #expect(program.ask("b") == "failure: was ended by its host")
        program.program.end()
    }

    @Test(arguments: [
        (#"echo "$$"; while :; do sleep 1; done"#, 0.5...1.5),
        (#"trap 'echo asked >&2; exit' TERM; echo "$$"; while :; do sleep 0.05; done"#, 0.5...1.5),
        (#"trap '' TERM HUP INT; echo "$$"; while :; do sleep 1; done"#, 0.7...2.0),
        (#"echo "$$"; kill -STOP $$"#, 0.7...2.0),
    ])
    func isEndedWhereItDoesNotEnd(_ shell: String, _ time: ClosedRange<Double>) throws {
        let program = try TestProgram(shell: "read -r l; " + shell)
        let process = program.ask("a")
        #expect(isAlive(process))
        #expect(time.contains(seconds { program.program.end() }))
        #expect(!isAlive(process))
        #expect(program.log.contains("asked") == shell.contains("asked"))
    }

    @Test(arguments: ["end", "fail", "deinit"])
    func childrenEndToo(_ how: String) throws {
        let shell = "sleep 1000 & read -r l; echo $!; read -r m; exit 1"
        var program: TestProgram? = try TestProgram(shell: shell)
        let child = program?.ask("a")
        #expect(isAlive(child))
        switch how {
        case "end": program?.program.end()
        case "fail": #expect(program?.ask("b") == "failure: ended with exit status 1")
        default: program = nil
        }
        #expect(comesTrue { !isAlive(child) })
    }

    @Test(.enabled(if: TestProgram.python != nil, "python3 is not installed"))
    func childrenInGroupsOfTheirOwnEndToo() throws {
        let python = """
            import os, subprocess, sys
            sys.stdin.readline()
            child = subprocess.Popen(["sleep", "1000"], preexec_fn=lambda: os.setpgid(0, 0))
            print(child.pid, flush=True)
            """
        let program = try TestProgram(python: python)
        let child = program.ask("a")
        #expect(isAlive(child))
        program.program.end()
        #expect(comesTrue { !isAlive(child) })
    }

    @Test func anExchangeOnItsWayIsEnded() throws {
        let program = try TestProgram(shell: "sleep 1000")
        let inner = program.program
        let ender = Thread {
            usleep(200_000)
            inner.end()
        }
        ender.start()
        let time = seconds { #expect(program.ask("a") == "failure: was ended by its host") }
        #expect(time < 2)
    }

    @Test func endsUnstarted() throws {
        let program = try TestProgram(shell: "exec cat")
        program.program.end()
        #expect(program.ask("a") == "failure: was ended by its host")
    }
}
