import Basics
import Foundation
import Platform
import PluginHost
import Scraping
import TestSupport
import Testing

/// Reports about programs that do not answer as they should.
@Suite struct PluginFailureTests {
    @Test(arguments: [
        ("exit 3", "ended with exit status 3"),
        ("exit 0", "ended with exit status 0"),
        ("read -r line; exit 3", "ended with exit status 3"),
        ("echo 'no such unit' >&2; exit 4", "ended with exit status 4: no such unit"),
        ("printf 'cut off' >&2; exit 4", "ended with exit status 4: cut off"),
        ("kill -SEGV $$", "was ended by signal 11 (SIGSEGV)"),
        ("read -r line; kill -KILL $$", "was ended by signal 9 (SIGKILL)"),
        (
            "read -r line; printf '{'; exit 1",
            "ended with exit status 1 in the middle of an answer, which must end with a line feed"
        ),
        (#"read -r line; exec >&-; read -r line < "$gate""#, "closed its output"),
        (
            #"echo hello; read -r line; echo "$line"; echo > "$reports"; read -r line"#,
            "wrote a line without a request"
        ),
        ("read -r line; printf '1\\n2\\n'; exec cat", "wrote a line without a request"),
        ("read -r line; printf '1\\n2'; exec cat", "wrote a line without a request"),
        ("exec yes", "wrote a line without a request"),
        ("read -r line; yes | tr -d '\\n'", "wrote an answer longer than 1 MiB"),
        (#"read -r line; cat "$gate" & exit 5"#, "ended with exit status 5"),
        (#"read -r line < "$gate""#, "did not answer within 1.5 s"),
        (#"read -r line; exec <&- ; read -r line < "$gate""#, "did not answer within 1.5 s"),
        ("while :; do echo still busy >&2; done", "did not answer within 1.5 s"),
    ])
    func failures(_ shell: String, _ message: String) throws {
        let limits = PluginLimits(answerTime: 1.5, answerSize: 1 << 20)
        let program = try TestProgram(shell: shell, limits: limits)
        var answer = program.ask("a")
        // A line that was written before the request may be taken for its answer; the next one is not.
        if answer == "hello" {
            #expect(program.reports.awaitLine())
            answer = program.ask("b")
        }
        #expect(answer == "failure: \(message)")
        #expect(program.program.isEnded)
        #expect(program.ask("c") == "failure: \(message)")
    }

    @Test func linesBetweenQuestionsAreNoAnswers() throws {
        let shell = #"read -r a; echo 1; read -r go < "$gate"; echo 2; echo > "$reports"; exec cat"#
        let program = try TestProgram(shell: shell)
        #expect(program.ask("a") == "1")
        program.gate.release()
        #expect(program.reports.awaitLine())
        #expect(program.ask("b") == "failure: wrote a line without a request")
    }

    @Test func endsBetweenQuestions() throws {
        let shell = #"exec 3> "$reports"; read -r a; echo 1; echo 'had enough' >&2; exit 7"#
        let program = try TestProgram(shell: shell)
        #expect(program.ask("a") == "1")
        #expect(program.reports.awaitEnd())
        #expect(program.ask("b") == "failure: ended with exit status 7: had enough")
        #expect(program.log == ["had enough"])
    }

    /// The page's time bounds the answers of plugins.
    @Test func isTooSlowForThePage() throws {
        let program = try TestProgram(shell: #"read -r line < "$gate""#)
        let answer = Deadline(after: .zero).bound { program.ask("a") }
        #expect(answer == "failure: did not answer before the time for the page was over")
        #expect(program.program.isEnded)
    }

    @Test func neverReads() throws {
        let program = try TestProgram(shell: #"read -r l < "$gate""#, limits: PluginLimits(answerTime: 1))
        #expect(
            program.ask(String(repeating: "a", count: 10_000_000)) == "failure: did not answer within 1 s"
        )
    }

    @Test func closesItsInputWhileItIsAsked() throws {
        let program = try TestProgram(shell: #"exec <&-; read -r l < "$gate""#)
        let answer = program.ask(String(repeating: "a", count: 10_000_000))
        #expect(answer == "failure: closed its input before the whole request was written")
    }

    /// Unless it is ignored, the signal for a broken pipe would end this process.
    @Test func endsWhileItIsAsked() throws {
        let before = signal(SIGPIPE, SIG_DFL)
        defer { signal(SIGPIPE, before) }
        let program = try TestProgram(shell: "exit 6")
        let answer = program.ask(String(repeating: "a", count: 10_000_000))
        #expect(answer == "failure: ended with exit status 6")
    }

    @Test(
        .enabled(if: TestProgram.python != nil, "python3 is not installed"),
        arguments: [
            "import sys, signal; sys.stdin.readline(); a = bytearray(b'x') * (150 << 20); signal.pause()",
            "import os, signal\nos.fork()\nos.fork()\na = bytearray(b'x') * (40 << 20); signal.pause()",
        ]
    )
    func takesTooMuchMemory(_ python: String) throws {
        let program = try TestProgram(python: python, limits: PluginLimits(memory: 100 << 20))
        #expect(program.ask("a") == "failure: used more than 100 MiB of memory")
    }

    /// The program grows so fast that the system may refuse memory before its size is checked, and the tests themselves
    /// use much memory, which hides the cause.
    @Test(.enabled(if: TestProgram.python != nil, "python3 is not installed"))
    func takesEverMoreMemory() throws {
        let python = "a = []\nwhile True: a.append(bytearray(b'x') * (1 << 20))"
        let program = try TestProgram(python: python, limits: PluginLimits(memory: 100 << 20))
        let possible = ["used more than 100 MiB of memory", "ended with exit status 1: MemoryError"]
        #expect(possible.map { "failure: " + $0 }.contains(program.ask("a")))
    }

    @Test(.enabled(if: TestProgram.python != nil, "python3 is not installed"))
    func isRefusedMemoryThatItCannotHave() throws {
        let python = "import sys; sys.stdin.readline(); a = bytearray(10 << 30)"
        let program = try TestProgram(python: python, limits: PluginLimits(memory: 100 << 20))
        #expect(program.ask("a") == "failure: ended with exit status 1: MemoryError")
    }

    /// Memory that processes share is added once.
    @Test(.enabled(if: TestProgram.python != nil, "python3 is not installed"))
    func sharedMemoryCountsOnce() throws {
        let python = """
            import os, signal, sys
            a = bytearray(b'x') * (60 << 20)
            for _ in range(3):
                if os.fork() == 0:
                    signal.pause()
            for line in sys.stdin:
                print(os.getpid(), flush=True)
            """
        let program = try TestProgram(python: python)
        let session = try #require(pid_t(program.ask("a")))
        #expect(ProcessFamily.holdsMore(than: 60 << 20, session: session))
        #expect(!ProcessFamily.holdsMore(than: 150 << 20, session: session))
    }
}
