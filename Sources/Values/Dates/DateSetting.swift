import Records

/// What tells of a date that its text does not: the zone and the page's own time.
package struct DateSetting: Sendable {
    /// The zone of times without one of their own.
    var zone: DateZone?
    /// The page's own time as ISO 8601 writes it; read only for the dates that need it.
    var clock: String?

    /// What the page's clock shows in the zone.
    func now() throws(StepError) -> Moment {
        guard let clock else {
            throw StepError("the page's own time, which would tell the day, is not known (give --clock)")
        }
        guard let clock = PageClock(clock) else {
            throw StepError("the page's own time \"\(clock)\" is not a time in ISO 8601")
        }
        return try clock.moment(in: zone)
    }

    package init(zone: DateZone? = nil, clock: String? = nil) {
        self.zone = zone
        self.clock = clock
    }
}
