import Glibc
import Scraping

extension PageClock {
    /// The time of the run, in UTC, as ISO 8601 writes it.
    static func ofMachine() -> String { text(ofInstant: Int(time(nil))) }
}

/// The machine's own clock.
enum MachineClock {
    /// When a file was last written, in UTC, as ISO 8601 writes it; the time of the run for standard input and for what
    /// cannot be told.
    static func text(ofFile path: String) -> String {
        var status = stat()
        guard path != "-", stat(path, &status) == 0 else { return PageClock.ofMachine() }
        return PageClock.text(ofInstant: status.st_mtim.tv_sec)
    }
}
