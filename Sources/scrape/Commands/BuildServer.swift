import Glibc
import Records

/// Where a build runs by itself, nobody looks at what is written to a corpus.
enum BuildServer {
    /// Refuses what would write to a corpus where `CI` is set.
    static func refuse(_ what: String, help: String) throws(Diagnostic) {
        guard let ci = getenv("CI"), String(cString: ci) != "" else { return }
        throw Diagnostic(.rules, "\(what) is refused where CI is set", help: help)
    }
}
