import Basics
import Records

/// An abbreviation shared by zones with different offsets, which therefore does not determine the time by itself.
package struct SharedAbbreviation: Sendable, Hashable {
    /// The places that use the abbreviation for the same offset.
    struct Place: Sendable, Hashable {
        /// Minutes east of UTC.
        let offset: Int
        /// The names of the zones in the zone database, older ones too.
        let zones: Set<String>

        init(_ offset: Int, _ zones: String) {
            self.offset = offset
            self.zones = Set(zones.split(separator: " ").map(String.init))
        }
    }

    let name: String
    /// Where the zones are, for messages.
    let zones: String
    private let places: [Place]

    /// The offsets in minutes.
    var offsets: [Int] { places.map(\.offset) }

    private static let all = [
        SharedAbbreviation(
            name: "CST",
            zones: "North America, China and Cuba",
            places: [
                Place(
                    -360,
                    """
                    America/Chicago America/Indiana/Knox America/Indiana/Tell_City America/Knox_IN America/Menominee \
                    America/North_Dakota/Beulah America/North_Dakota/Center America/North_Dakota/New_Salem \
                    America/Winnipeg America/Rainy_River America/Rankin_Inlet America/Resolute America/Regina \
                    America/Swift_Current America/Mexico_City America/Monterrey America/Merida America/Matamoros \
                    America/Bahia_Banderas America/Chihuahua America/Ojinaga America/Belize America/Costa_Rica \
                    America/El_Salvador America/Guatemala America/Managua America/Tegucigalpa US/Central \
                    US/Indiana-Starke Canada/Central Canada/Saskatchewan Mexico/General
                    """
                ),
                Place(
                    480,
                    "Asia/Shanghai Asia/Chongqing Asia/Chungking Asia/Harbin Asia/Macau Asia/Macao Asia/Taipei"
                ),
                Place(-300, "America/Havana"),
            ]
        ),
        SharedAbbreviation(
            name: "IST",
            zones: "India, Ireland and Israel",
            places: [
                Place(330, "Asia/Kolkata Asia/Calcutta"),
                Place(60, "Europe/Dublin"),
                Place(120, "Asia/Jerusalem Asia/Tel_Aviv"),
            ]
        ),
        SharedAbbreviation(
            name: "BST",
            zones: "Britain, Bangladesh and Bougainville",
            places: [
                Place(60, "Europe/London Europe/Belfast Europe/Guernsey Europe/Isle_of_Man Europe/Jersey"),
                Place(360, "Asia/Dhaka Asia/Dacca"),
                Place(660, "Pacific/Bougainville"),
            ]
        ),
        SharedAbbreviation(
            name: "AST",
            zones: "the Atlantic and Arabia",
            places: [
                Place(
                    -240,
                    """
                    America/Halifax America/Glace_Bay America/Goose_Bay America/Moncton America/Blanc-Sablon \
                    America/Thule America/Anguilla America/Antigua America/Aruba America/Barbados America/Curacao \
                    America/Dominica America/Grenada America/Guadeloupe America/Kralendijk America/Lower_Princes \
                    America/Marigot America/Martinique America/Montserrat America/Port_of_Spain America/Puerto_Rico \
                    America/Santo_Domingo America/St_Barthelemy America/St_Kitts America/St_Lucia America/St_Thomas \
                    America/St_Vincent America/Tortola America/Virgin Atlantic/Bermuda Canada/Atlantic
                    """
                ),
                Place(180, "Asia/Riyadh Asia/Aden Asia/Baghdad Asia/Bahrain Asia/Kuwait Asia/Qatar"),
            ]
        ),
    ]

    /// Reads one as a whole word.
    static func read(_ scanner: inout DateScanner) -> SharedAbbreviation? {
        for abbreviation in all {
            var attempt = scanner
            guard attempt.text(abbreviation.name.utf8.lazy.map(\.asciiLowercased)), !attempt.isInWord else {
                continue
            }
            scanner = attempt
            return abbreviation
        }
        return nil
    }

    /// The offset that the abbreviation means in a zone, which must use it, as standard time or at that time: CST is
    /// Central Time in Chicago's summer too, but IST is not the time of Dublin's winter. A zone that is only an offset
    /// uses it if it is one of the abbreviation's.
    func offset(at local: Moment, in zone: DateZone?) throws(StepError) -> Int {
        guard let zone else { throw refusal }
        let place = places.first { place in
            switch zone {
            case .named(let named), .season(let named, _):
                place.zones.contains(named.identifier)
                    && (named.standardOffset(at: local.localSeconds) / 60 == place.offset
                        || zone.nearestOffset(at: local) == place.offset)
            case .offset(let offset): place.offset == offset
            case .shared(let other): self == other
            }
        }
        if let place { return place.offset }
        throw StepError("\(name) is a time zone of \(zones), and not one of the field's \"timezone\"")
    }

    var refusal: StepError {
        StepError("\(name) is a time zone of \(zones): name it in the field's \"timezone\"")
    }
}
