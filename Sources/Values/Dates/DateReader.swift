import Basics
import Records

/// Reads the dates of a field: its formats in their order, and the zone that times without one are in.
struct DateReader: Sendable {
    /// Not empty.
    let forms: [DateForm]
    let zone: DateZone?

    /// ISO 8601, for fields that say nothing else.
    static let standard = DateReader(forms: [.iso8601], zone: nil)

    /// The moment that a value tells by the first format that it fits.
    ///
    /// - Parameter what: what is wanted, in the words of messages.
    func read(_ value: Value, _ what: String, _ context: PageContext) throws(StepError) -> Moment {
        let original = try value.scalarText
        let text = DateText.fold(original)
        let setting = DateSetting(zone: zone, clock: context.clock)
        var reason: StepError?
        for form in forms {
            do throws(StepError) {
                let text = form.accents ? DateText.fold(original, accents: true) : text
                if let moment = try form.read(text, setting) { return moment }
            } catch {
                reason = reason ?? error
            }
        }
        let shown = WhiteSpace.collapse(original).quoted
        if let reason { throw StepError("\(shown): \(reason)") }
        throw StepError("\(shown) is not \(what) in \(formats)")
    }

    private var formats: String {
        if case .iso8601 = forms.first, forms.count == 1 { return "ISO 8601" }
        return forms.count == 1 ? "the given format" : "any of the given formats"
    }
}
