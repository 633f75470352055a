import Foundation
import PluginHost
import Scraping
import TestSupport
import Testing

/// A plugin ends with the process that started it, in whatever way that one ends.
@Suite struct PluginOrphanTests {
    /// A plugin that never ends by itself. It and its child keep the pipe to the test open.
    private static let stubborn = #"""
        trap '' TERM HUP INT
        exec 3> "$reports"
        cat "$gate" &
        read -r line
        echo
        while :; do read -r line < "$gate"; done
        """#

    private static func start(_ path: String) throws {
        let program = PluginProgram(path: path, limits: PluginLimits()) { _ in }
        _ = try program.exchange([])
        // Nothing else ends it: this test does not, and it stays in use.
        _ = Unmanaged.passRetained(program)
    }

    /// Sent to the process: this thread may be one that blocks signals.
    private static func send(_ signal: Int32) {
        kill(getpid(), signal)
        while true { pause() }
    }

    @Test func exit() async throws {
        let program = try TestProgram(shell: PluginOrphanTests.stubborn)
        await #expect(processExitsWith: .exitCode(3)) { [path = program.path as String] in
            try PluginOrphanTests.start(path)
            Foundation.exit(3)
        }
        #expect(program.reports.awaitEnd())
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func signal(_ number: Int32) async throws {
        let program = try TestProgram(shell: PluginOrphanTests.stubborn)
        await #expect(processExitsWith: .signal(number)) { [path = program.path as String, number] in
            Glibc.signal(number, SIG_DFL)
            PluginProgram.endAllOnSignals()
            try PluginOrphanTests.start(path)
            PluginOrphanTests.send(number)
        }
        #expect(program.reports.awaitEnd())
    }

    @Test func signalThatIsIgnored() async {
        await #expect(processExitsWith: .exitCode(4)) {
            Glibc.signal(SIGHUP, SIG_IGN)
            PluginProgram.endAllOnSignals()
            // Sent to this thread: a signal that is not ignored ends the process before the call returns.
            raise(SIGHUP)
            Foundation.exit(4)
        }
    }

    @Test(arguments: [SIGKILL, SIGSEGV])
    func signalThatNothingHandles(_ number: Int32) async throws {
        let program = try TestProgram(shell: PluginOrphanTests.stubborn)
        await #expect(processExitsWith: .signal(number)) { [path = program.path as String, number] in
            try PluginOrphanTests.start(path)
            PluginOrphanTests.send(number)
        }
        #expect(program.reports.awaitEnd())
    }
}
