import Foundation

/// The environment of programs that tests start.
package enum ProgramEnvironment {
    /// Where programs are, and the file into which a build with counters writes how often each line was run; what tests
    /// add takes precedence.
    ///
    /// - Parameter path: where programs are.
    package static func with(
        _ own: [String: String] = [:],
        path: String = "/usr/bin:/bin"
    ) -> [String: String] {
        var environment = ["PATH": path]
        environment["LLVM_PROFILE_FILE"] = ProcessInfo.processInfo.environment["LLVM_PROFILE_FILE"]
        return environment.merging(own) { $1 }
    }
}
