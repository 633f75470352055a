import Foundation
import PluginHost
import Scraping
import TestSupport
import Testing

/// Lines to a plugin's program and back.
@Suite struct PluginProgramTests {
    @Test func answersLineByLine() throws {
        let echo = try TestProgram(shell: #"while read -r line; do printf '<%s>\n' "$line"; done"#)
        for line in ["one", "", #"{"a": "\n é"}"#, "four"] { #expect(echo.ask(line) == "<\(line)>") }
    }

    @Test func isStartedByTheFirstQuestionAlone() throws {
        let shell = #"echo "$$" >> "${0%/*}/started"; while read -r line; do echo "$$"; done"#
        let program = try TestProgram(shell: shell)
        #expect(program.file("started") == nil)
        let process = program.ask("a")
        #expect(program.ask("b") == process)
        #expect(program.file("started") == process + "\n")
    }

    @Test func mayStartSlowly() throws {
        let program = try TestProgram(shell: #"echo > "$reports"; read -r go < "$gate"; exec cat"#)
        let opener = Thread { [reports = program.reports, gate = program.gate] in
            _ = reports.awaitLine()
            gate.release()
        }
        opener.start()
        #expect(program.ask("a") == "a")
    }

    @Test func largeLinesGoBothWays() throws {
        let cat = try TestProgram(shell: "exec cat", limits: PluginLimits(answerSize: 128 << 20))
        let line = [UInt8](repeating: 0x61, count: 100_000_000)
        let isSame = try cat.program.exchange(line) == line
        #expect(isSame)
    }

    /// An answer may be as long as the limit, without its line end; one byte more is a failure.
    @Test(arguments: [(19, true), (20, true), (21, false)])
    func answersHaveALimit(_ length: Int, _ isAnswered: Bool) throws {
        let cat = try TestProgram(shell: "exec cat", limits: PluginLimits(answerSize: 20))
        let line = String(repeating: "a", count: length)
        #expect(cat.ask(line) == (isAnswered ? line : "failure: wrote an answer longer than 20 bytes"))
    }

    @Test func threadsKeepTheirAnswersApart() throws {
        let echo = try TestProgram(shell: #"while read -r line; do echo "<$line>"; done"#)
        let program = echo.program
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for number in 0..<100 {
                let line = "\(thread)-\(number)"
                let answer = try? program.exchange(Array(line.utf8))
                #expect(answer.map { String(decoding: $0, as: UTF8.self) } == "<\(line)>")
            }
        }
    }

    @Test func seesNothingOfTheEnvironmentButWhatItNeeds() throws {
        setenv("SCRAPE_TEST_SECRET", "secret", 1)
        setenv("TZ", "UTC", 1)
        defer { unsetenv("SCRAPE_TEST_SECRET") }
        let program = try TestProgram(shell: #"while read -r line; do echo $(env | sort); done"#)
        let allowed: Set = ["PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "TZ", "PWD", "OLDPWD", "SHLVL", "_"]
        let names = program.ask("a").split(separator: " ").compactMap { word in
            word.contains("=") ? String(word.prefix { $0 != "=" }) : nil
        }
        #expect(names.contains("PATH") && names.contains("TZ"))
        #expect(Set(names).subtracting(allowed).isEmpty)
    }

    @Test func getsNoOpenFilesAndPlainSignals() throws {
        let descriptor = open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        let shell = """
            while read -r line; do
                echo $(readlink /proc/$$/fd/*) $(grep -E 'SigBlk|SigIgn' /proc/$$/status)
            done
            """
        let words = try TestProgram(shell: shell).ask("a").split(separator: " ")
        #expect(words.contains { $0.hasPrefix("pipe:") })
        #expect(!words.contains("/dev/null"))
        // The C library reserves signals 32 and 33.
        let signals = words.suffix(4)
        #expect(
            signals.first == "SigBlk:" && signals.allSatisfy { $0.hasSuffix(":") || $0.hasSuffix("0000000") }
        )
    }

    @Test func worksInTheCallersFolder() throws {
        let program = try TestProgram(shell: "while read -r line; do pwd -P; done")
        let folder = try #require(realpath(".", nil))
        defer { free(folder) }
        #expect(program.ask("a") == String(cString: folder))
    }

    @Test(.enabled(if: TestProgram.python != nil, "python3 is not installed"))
    func pythonRunsByItsFirstLine() throws {
        let program = try TestProgram(
            python: """
                import sys
                for line in sys.stdin:
                    print(line.strip().upper(), flush=True)
                """
        )
        #expect(program.ask("straße") == "STRASSE")
    }
}
