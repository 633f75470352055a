import Addresses
import Batch
import DOM
import Encoding
import Engine
import Platform
import Records

/// Pages that the command line names.
enum PageFile {
    /// The page of a file, which may be compressed, of standard input for `-`, or of an address.
    ///
    /// - Parameters:
    ///   - clock: the time that the user gives.
    ///   - defaultClock: the time of a page that is not fetched by its address, if the user gives none.
    static func read(
        _ name: String,
        url: String? = nil,
        encoding: Encoding?,
        clock: String? = nil,
        otherwise defaultClock: String? = nil,
        limits: Limits = Limits(),
        fetching: FetchSettings = FetchSettings()
    ) throws(Diagnostic) -> Page {
        var facts = PageFacts(url: url, encoding: encoding, clock: clock, limits: limits)
        if WebAddress.begins(name) { return try fetching.page(name, facts) }
        facts.clock = clock ?? defaultClock
        return try SavedPage.read(name, facts)
    }
}

extension PageClock {
    /// The time of the run, in UTC, in ISO 8601.
    static func now() -> String { text(ofInstant: Int(time(nil))) }

    /// The time when a file was last modified, in UTC, in ISO 8601; the time of the run for standard input and for a
    /// file whose time is unknown.
    static func text(ofFile path: String) -> String {
        var status = stat()
        guard path != "-", stat(path, &status) == 0 else { return now() }
        return text(ofInstant: status.st_mtim.tv_sec)
    }
}
