import Glibc
import Scraping

extension PageClock {
    /// The time of the run, in UTC, as ISO 8601 writes it.
    static func ofMachine() -> String { text(ofInstant: Int(time(nil))) }
}
