import Foundation
import PluginHost
import Scraping
import Testing

/// A plugin ends with the process that started it, however that one ends.
@Suite struct PluginOrphanTests {
    /// A plugin that never ends by itself, asked once for its process and that of its child.
    private static let stubborn = #"""
        trap '' TERM HUP INT
        sleep 1000 &
        read -r line
        echo "$$ $!" > "${0%/*}/processes"
        echo
        while :; do sleep 1; done
        """#

    private static func start(_ path: String) throws {
        let program = PluginProgram(path: path, limits: PluginLimits()) { _ in }
        _ = try program.exchange([])
        // Nobody ends it: neither does anything here, nor does it go out of use.
        _ = Unmanaged.passRetained(program)
    }

    /// To the process: this thread may be one of those that take no signals.
    private static func send(_ signal: Int32) {
        kill(getpid(), signal)
        sleep(10)
    }

    private func checkNothingIsLeft(_ program: TestProgram) {
        let processes = program.file("processes")?.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(processes?.count == 2)
        for process in processes ?? [] { #expect(comesTrue { !isAlive(process) }) }
    }

    @Test func exit() async throws {
        let program = try TestProgram(shell: PluginOrphanTests.stubborn)
        await #expect(processExitsWith: .exitCode(3)) { [path = program.path as String] in
            try PluginOrphanTests.start(path)
            Foundation.exit(3)
        }
        checkNothingIsLeft(program)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func signal(_ number: Int32) async throws {
        let program = try TestProgram(shell: PluginOrphanTests.stubborn)
        await #expect(processExitsWith: .signal(number)) { [path = program.path as String, number] in
            PluginProgram.endAllOnSignals()
            try PluginOrphanTests.start(path)
            PluginOrphanTests.send(number)
        }
        checkNothingIsLeft(program)
    }

    @Test func signalThatIsIgnored() async {
        await #expect(processExitsWith: .exitCode(4)) {
            Glibc.signal(SIGHUP, SIG_IGN)
            PluginProgram.endAllOnSignals()
            kill(getpid(), SIGHUP)
            sleep(1)
            Foundation.exit(4)
        }
    }

    @Test(arguments: [SIGKILL, SIGSEGV])
    func signalThatNobodyHandles(_ number: Int32) async throws {
        let program = try TestProgram(shell: PluginOrphanTests.stubborn)
        await #expect(processExitsWith: .signal(number)) { [path = program.path as String, number] in
            try PluginOrphanTests.start(path)
            PluginOrphanTests.send(number)
        }
        checkNothingIsLeft(program)
    }
}
