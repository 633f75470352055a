import Foundation
import Glibc

/// The end of a process that nothing can prepare for.
enum KilledProcess {
    /// Kills this process in a while, wherever it is then.
    static func end(after milliseconds: Int) {
        Thread.detachNewThread {
            usleep(UInt32(milliseconds) * 1000)
            kill(getpid(), SIGKILL)
        }
    }
}
