import Foundation
import Records
import Values

/// A type that one value is decoded into directly.
protocol DecodableScalar {
    /// What there must be, in the words of messages.
    static var expected: String { get }
    /// The value as this type, or `nil` where it does not fit.
    init?(decoding value: Value)
}

extension Bool: DecodableScalar {
    static var expected: String { "true or false" }

    init?(decoding value: Value) {
        guard case .boolean(let boolean) = value else { return nil }
        self = boolean
    }
}

extension String: DecodableScalar {
    static var expected: String { "a string" }

    init?(decoding value: Value) {
        guard let string = value.string else { return nil }
        self = string
    }
}

// MARK: - Numbers

extension DecodableScalar where Self: FixedWidthInteger {
    static var expected: String { "a whole number (\(Self.self))" }

    init?(decoding value: Value) {
        guard let digits = value.number?.digits else { return nil }
        self.init(digits)
    }
}

extension Int: DecodableScalar {}
extension Int8: DecodableScalar {}
extension Int16: DecodableScalar {}
extension Int32: DecodableScalar {}
extension Int64: DecodableScalar {}
extension Int128: DecodableScalar {}
extension UInt: DecodableScalar {}
extension UInt8: DecodableScalar {}
extension UInt16: DecodableScalar {}
extension UInt32: DecodableScalar {}
extension UInt64: DecodableScalar {}
extension UInt128: DecodableScalar {}

extension DecodableScalar where Self: BinaryFloatingPoint & LosslessStringConvertible {
    static var expected: String { "a number (\(Self.self))" }

    /// The nearest number; none for one that is too large.
    init?(decoding value: Value) {
        guard let digits = value.number?.digits, let number = Self(digits), number.isFinite else {
            return nil
        }
        self = number
    }
}

extension Double: DecodableScalar {}
extension Float: DecodableScalar {}

extension Decimal: DecodableScalar {
    static var expected: String { "a number of at most 38 digits (Decimal)" }

    /// The number with all its digits; none where they are more than a `Decimal` holds.
    init?(decoding value: Value) {
        guard let digits = value.number?.digits, let decimal = Decimal(string: digits, locale: nil),
            decimal.isFinite, Decimal.significant(decimal.description) == Decimal.significant(digits)
        else { return nil }
        self = decimal
    }

    /// The digits that make a difference: without an exponent, and without the zeros at either end.
    private static func significant(_ number: String) -> [UInt8] {
        let mantissa = number.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let digits = mantissa.filter { (0x30...0x39).contains($0) }.drop { $0 == 0x30 }
        return Array(digits.reversed().drop { $0 == 0x30 })
    }
}

// MARK: - What is written as text

extension URL: DecodableScalar {
    static var expected: String { "an address (URL)" }

    init?(decoding value: Value) {
        guard let string = value.string else { return nil }
        self.init(string: string)
    }
}

extension Date: DecodableScalar {
    static var expected: String { "a day or a time as ISO 8601 writes it (Date)" }

    /// The instant of a time; of a day its midnight. Without an offset the time is UTC.
    init?(decoding value: Value) {
        guard let string = value.string,
            let moment = try? DateForm.iso8601.read(DateText.fold(string), DateSetting())
        else { return nil }
        let fraction = moment.time.flatMap { Double("0.\($0.fraction)0") } ?? 0
        let seconds = moment.localSeconds - (moment.time?.offset ?? 0) * 60
        self.init(timeIntervalSince1970: Double(seconds) + fraction)
    }
}
