import Foundation
import PluginHost
import Scraping
import Testing

/// What is told about programs that do not answer as they should.
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
        ("read -r line; exec >&-; sleep 100", "closed its output"),
        ("echo hello; exec cat", "wrote a line without a request"),
        ("read -r line; printf '1\\n2\\n'; exec cat", "wrote a line without a request"),
        ("read -r line; printf '1\\n2'; exec cat", "wrote a line without a request"),
        ("exec yes", "wrote a line without a request"),
        ("read -r line; yes | tr -d '\\n'", "wrote an answer longer than 1 MiB"),
        ("read -r line; sleep 1000 & exit 5", "ended with exit status 5"),
        ("sleep 1000", "did not answer within 1.5 s"),
        ("read -r line; exec <&- ; sleep 1000", "did not answer within 1.5 s"),
        ("while :; do echo still busy >&2; done", "did not answer within 1.5 s"),
    ])
    func failures(_ shell: String, _ message: String) throws {
        let limits = PluginLimits(answerTime: 1.5, answerSize: 1 << 20)
        let program = try TestProgram(shell: shell, limits: limits)
        let time = seconds {
            // A line that was there before the question may pass for its answer; the next one does not.
            let first = program.ask("a")
            usleep(first.hasPrefix("failure") ? 0 : 200_000)
            let answer = first.hasPrefix("failure") ? first : program.ask("b")
            #expect(answer == "failure: \(message)")
        }
        #expect(time < 8)
        let timeOfNext = seconds { #expect(program.ask("c") == "failure: \(message)") }
        #expect(timeOfNext < 0.05)
    }

    @Test func linesBetweenQuestionsAreNoAnswers() throws {
        let program = try TestProgram(shell: "read -r a; echo 1; sleep 0.1; echo 2; exec cat")
        #expect(program.ask("a") == "1")
        usleep(400_000)
        #expect(program.ask("b") == "failure: wrote a line without a request")
    }

    @Test func endsBetweenQuestions() throws {
        let program = try TestProgram(shell: "read -r a; echo 1; echo 'had enough' >&2; exit 7")
        #expect(program.ask("a") == "1")
        usleep(200_000)
        #expect(program.ask("b") == "failure: ended with exit status 7: had enough")
        #expect(program.log == ["had enough"])
    }

    @Test func neverReads() throws {
        let program = try TestProgram(shell: "sleep 1000", limits: PluginLimits(answerTime: 1))
        #expect(
            program.ask(String(repeating: "a", count: 10_000_000)) == "failure: did not answer within 1 s"
        )
    }

    @Test func closesItsInputWhileItIsAsked() throws {
        let program = try TestProgram(shell: "exec <&-; sleep 1000")
        let answer = program.ask(String(repeating: "a", count: 10_000_000))
        #expect(answer == "failure: closed its input before the whole request was written")
    }

    /// Without care the signal for a broken pipe would end this process.
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
            "import sys, time; sys.stdin.readline(); a = bytearray(b'x') * (150 << 20); time.sleep(100)",
            "import os, sys, time\nos.fork()\nos.fork()\na = bytearray(b'x') * (40 << 20); time.sleep(100)",
        ]
    )
    func takesTooMuchMemory(_ python: String) throws {
        let program = try TestProgram(python: python, limits: PluginLimits(memory: 100 << 20))
        let time = seconds { #expect(program.ask("a") == "failure: used more than 100 MiB of memory") }
        #expect(time < 5)
    }

    /// It grows so fast that the system's refusal may come before the look at it, and tests hold much memory
    /// themselves, which hides that it was the memory.
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

    /// What processes share is held once.
    @Test(.enabled(if: TestProgram.python != nil, "python3 is not installed"))
    func sharedMemoryCountsOnce() throws {
        let python = """
            import os, sys, time
            a = bytearray(b'x') * (60 << 20)
            for _ in range(3):
                if os.fork() == 0:
                    time.sleep(100)
            time.sleep(1)
            for line in sys.stdin:
                print(line.strip(), flush=True)
            """
        let program = try TestProgram(python: python, limits: PluginLimits(memory: 150 << 20))
        #expect(program.ask("a") == "a")
    }
}
