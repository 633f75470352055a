public import Records
import Scraping

/// An age above which saved pages are told of, at a time.
public struct AgeLimit: Hashable, Sendable {
    /// How old a page may be.
    public let age: Age
    /// The time of the run, in seconds since 1970.
    public let now: Int

    /// A limit.
    public init(_ age: Age, now: Int) {
        self.age = age
        self.now = now
    }

    /// The warning that a page is too old, or that its age is not known; `nil` where it is young enough.
    public func warning(for test: Case, _ facts: Case.Facts) -> Diagnostic? {
        let location = Location(file: "\(test.folder)/case.json")
        guard let saved = facts.saved, let instant = PageClock(saved)?.instant else {
            return Diagnostic(
                .input,
                "\(test) does not say when its page was saved",
                severity: .warning,
                at: location,
                help: "add \"saved\", such as \"\(PageClock.text(ofInstant: now))\""
            )
        }
        guard instant < age.instant(before: now) else { return nil }
        let days = (now - instant) / 86_400
        return Diagnostic(
            .input,
            "the page of \(test) was saved \(days) days ago, which is more than \(age)",
            severity: .warning,
            at: location,
            help: "save it anew; what is different then, its site has changed"
        )
    }
}
