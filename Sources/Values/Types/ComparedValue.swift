public import Records

extension Value {
    /// The value in the form in which values are compared: two values of a type are the same value if their forms are
    /// equal. This is the only definition of that; `unique`, groups, `one-of`, `distinct`, `--where`, `scrape changes` and databases use it.
    ///
    /// Numbers are compared by value, so that `1.0` is `1`; times with an offset by their instant, to the last digit;
    /// durations by their length, where years and months have no length in days. All others are compared by the bytes of
    /// their text; the words of an `enum` and the tables of `map` and `key` too. This applies within lists and objects.
    ///
    /// - Parameter type: the type of the value; `nil` if it is unknown, and only numbers have a form of their own.
    public func compared(as type: Schema.FieldType?) -> Value {
        switch self {
        case .null, .boolean: self
        case .number(let number): .number(number.compared)
        case .string(let text): type.flatMap { Value.compared(text, as: $0) } ?? self
        case .list(let elements): .list(elements.map { $0.compared(as: type?.element) })
        case .object(let members):
            .object(members.map { Member($0.name, $0.value.compared(as: type?.member($0.name))) })
        }
    }

    /// The form of a text of a type; `nil` if that is the text itself.
    private static func compared(_ text: String, as type: Schema.FieldType) -> Value? {
        switch type {
        case .scalar(.dateTime): Moment.compared(text).map(Value.string)
        case .scalar(.duration): DurationReader.length(text)
        case .alternatives(let types): types.lazy.compactMap { compared(text, as: $0) }.first
        case .nullable(let type): compared(text, as: type)
        case .scalar, .enumeration, .list, .object, .enclosing, .dictionary: nil
        }
    }

    /// The duration in a text in the form in which values are compared; `nil` if it is none.
    package static func comparedDuration(_ text: String) -> Value? {
        (try? DurationReader.read(text)).map { Value.string($0).compared(as: .scalar(.duration)) }
    }
}

extension String {
    /// What distinguishes the text from one that looks the same, worded to follow the text in a message; empty if none of
    /// the others looks the same.
    package func spelling(unlike others: some Sequence<String>) -> String {
        // Strings are equal if their characters are, however their accents are written.
        guard utf8.contains(where: { $0 >= 0x80 }), others.contains(self) else { return "" }
        let units = utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: true)
            let padding = String(repeating: "0", count: 4 - digits.count)
            return unit < 0x80 ? String(UnicodeScalar(UInt8(unit))) : "\\u\(padding)\(digits)"
        }
        return ": it is written \"\(units.joined())\""
    }
}

extension Record {
    /// The fields in the form in which values are compared.
    package func compared(as type: Schema.RecordType) -> Value {
        .object(fields.map { Value.Member($0.name, $0.value.compared(as: type.type(of: $0.name))) })
    }
}

extension Schema.RecordType {
    /// The type of a field; `nil` if there is no such field.
    package func type(of name: String) -> Schema.FieldType? { fields.first { $0.name == name }?.type }
}

extension Schema.FieldType {
    /// The type of an object's member; `nil` if it is unknown.
    fileprivate func member(_ name: String) -> Schema.FieldType? {
        switch self {
        case .object(let fields): fields.first { $0.name == name }?.type
        case .dictionary(let type): type
        case .nullable(let type): type.member(name)
        case .alternatives(let types): types.lazy.compactMap { $0.member(name) }.first
        case .scalar, .enumeration, .list, .enclosing: nil
        }
    }
}

extension Moment {
    /// The moment without zeros at the end of its fraction, and in UTC if its offset is known.
    var compared: Moment {
        guard let time else { return self }
        var moment = self
        if let offset = time.offset, offset != 0 {
            // A leap second is not the first second of the next minute.
            moment = Moment(instant: localSeconds - time.second - offset * 60, offset: 0)
            moment.time?.second = time.second
        }
        var fraction = Substring(time.fraction)
        while fraction.last == "0" { fraction.removeLast() }
        moment.time?.fraction = String(fraction)
        return moment
    }

    /// The text of the moment in a text in ISO 8601 in the form in which it is compared; `nil` for the text itself and other texts.
    fileprivate static func compared(_ text: String) -> String? {
        // Nearly all have no fraction, and many are in UTC or have no offset.
        let count = text.utf8.count
        if count <= 19 || count == 20 && text.utf8.last == UInt8(ascii: "Z") { return nil }
        return DateQuery.moment(text)?.compared.text
    }
}
