package import Records

/// How a date is written: a form that has a name, or a pattern.
package enum DateForm: Sendable {
    case iso8601
    case rfc2822(RFC2822)
    case unix(inMilliseconds: Bool)
    case relative(RelativeDates)
    case pattern(DatePattern)

    /// The names that stand for forms, for messages.
    static let names = ["iso-8601", "rfc-2822", "unix", "unix-ms", "relative"]

    /// A form as rules files write it: a name, or else a pattern.
    init(_ text: String, locale: String) throws(StepError) {
        switch text {
        case "iso-8601": self = .iso8601
        case "rfc-2822": self = .rfc2822(RFC2822())
        case "unix": self = .unix(inMilliseconds: false)
        case "unix-ms": self = .unix(inMilliseconds: true)
        case "relative": self = .relative(RelativeDates.of(locale: locale))
        default: self = .pattern(try DatePattern(text, locale: locale))
        }
    }

    /// Whether the text that it reads is to be folded with its accents.
    var accents: Bool {
        if case .pattern(let pattern) = self { pattern.accents } else { false }
    }

    /// The moment that a whole folded text tells, `nil` where the text is not of this form; throws where it is, and
    /// tells no moment all the same.
    package func read(_ text: [UInt8], _ setting: DateSetting) throws(StepError) -> Moment? {
        switch self {
        case .iso8601: try ISO8601.read(text)?.moment(setting)
        case .rfc2822(let form): try form.read(text)?.moment(setting)
        case .unix(let inMilliseconds): UnixTime.read(text, inMilliseconds: inMilliseconds, setting.zone)
        case .relative(let form): try form.read(text, setting)
        case .pattern(let pattern): try pattern.read(text)?.moment(setting)
        }
    }
}
