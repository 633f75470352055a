import Records

/// A page's own time: when it was saved or fetched. What "yesterday" means is told by it, never by the machine's
/// clock.
package struct PageClock: Sendable {
    private let told: Moment

    /// Reads a time as ISO 8601 writes it: a day, or a day and a time, with an offset or without.
    package init?(_ text: String) {
        guard let fields = ISO8601.read(DateText.fold(text)), let moment = try? fields.moment(DateSetting())
        else {
            return nil
        }
        told = moment
    }

    /// The instant in seconds since 1970; what tells no offset is taken for UTC.
    package var instant: Int { told.localSeconds - (told.time?.offset ?? 0) * 60 }

    /// An instant, in seconds since 1970, as a clock in UTC shows it.
    package static func text(ofInstant instant: Int) -> String { Moment(instant: instant, offset: 0).text }

    /// What a clock in a zone showed. Without a zone, and where the clock's own is not known, what the clock itself
    /// shows.
    func moment(in zone: DateZone?) throws(StepError) -> Moment {
        guard let zone, let time = told.time else { return told }
        guard let offset = time.offset else {
            var moment = told
            moment.time?.offset = try zone.offset(at: told)
            return moment
        }
        let instant = told.localSeconds - offset * 60
        let there = zone.offset(atInstant: instant)
        return Moment(instant: instant, offset: there)
    }
}
