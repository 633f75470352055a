package import Records
package import Scraping

/// What became of a page of a run.
package struct PageResult: Sendable {
    /// What messages call it.
    package let name: String
    /// Where it stands in the input.
    package let place: InputPlace
    /// How many bytes of the input lie behind it.
    package let bytesBehind: Int
    /// Why it is none that rules are for; `nil` for a page that was read, or could not be.
    package var leftOut: String?
    /// Its records, unless they are encoded already.
    package var records: [Record] = []
    /// Its records as they are written, where the format writes each by itself.
    package var encoded: [UInt8] = []
    /// What is to be told of it, unless it is encoded already.
    package var diagnostics: [Diagnostic] = []
    /// Its errors as lines of JSON, where they are written to a file.
    package var errorLines: [UInt8] = []
    /// How many of each there are.
    package var errors = 0
    package var warnings = 0
    /// The gravest of what is wrong.
    package var worst: Diagnostic.Cause?
    /// What it has yielded.
    package var tally = PageTally()
    /// What took how long, where that is measured.
    package var profile: Profile?
    /// How many bytes it has.
    package var bytes = 0
    /// How long its reading took.
    package var duration = Duration.zero

    init(_ pending: PendingPage) {
        name = pending.name
        place = pending.place
        bytesBehind = pending.bytesBehind
    }

    /// How many bytes it holds until it is written, as far as that can be told cheaply.
    var heldBytes: Int { encoded.count + errorLines.count }

    /// Whether a page did not satisfy its rules, or could not be read.
    package var isFailed: Bool { errors > 0 }
}
