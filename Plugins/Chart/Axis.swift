/// A scale with its ticks: what stands at which place.
struct Axis {
    /// A place with a label, and perhaps below it what it belongs to: the year of a month.
    struct Tick {
        let value: Double
        let label: String
        var context = ""
    }

    /// What the scale reaches from and to; never the same.
    let range: ClosedRange<Double>
    /// In ascending order, all within the range.
    let ticks: [Tick]

    /// Where a value stands, from 0 to 1.
    func place(_ value: Double) -> Double {
        // Halves, so that the difference of the greatest numbers is one too.
        let span = range.upperBound / 2 - range.lowerBound / 2
        return min(max((value / 2 - range.lowerBound / 2) / span, 0), 1)
    }
}
