import Foundation

/// How a locale writes numbers, from the toolchain's own data.
package enum LocaleMarks {
    /// Whether there is a locale of this name.
    package static func isKnown(locale identifier: String) -> Bool {
        Locale.availableIdentifiers.contains(normalized(identifier))
    }

    /// A locale's marks; English ones where it has none.
    static func marks(locale identifier: String) -> NumberMarks {
        let locale = Locale(identifier: normalized(identifier))
        return NumberMarks(decimal: locale.decimalSeparator ?? ".", group: locale.groupingSeparator ?? ",")
    }

    /// Whether there is a currency of this code (ISO 4217).
    static func isCurrency(_ code: String) -> Bool { currencies.contains(code) }

    private static let currencies = Set(Locale.Currency.isoCurrencies.map { $0.identifier.uppercased() })

    private static func normalized(_ identifier: String) -> String {
        String(identifier.map { $0 == "-" ? "_" : $0 })
    }
}
