import Records

extension Outcome {
    /// The records of a type as values of a type of your own.
    ///
    /// ```swift
    /// struct Plant: Decodable {
    ///     let name: String
    ///     let height: Decimal?
    ///     let link: URL?
    /// }
    /// let plants = try rules.scrape(page).records(of: "Plant", as: Plant.self)
    /// ```
    ///
    /// Fields are decoded by their names; one that a record does not have is `nil` in an optional property.
    ///
    /// | field type | Swift types |
    /// |---|---|
    /// | `string`, `text`, `html`, `duration`, `enum` | `String`, and what is decoded from one, such as enumerations |
    /// | `integer`, `size` | integer types; a number that does not fit is an error |
    /// | `decimal` | `Decimal` with all digits, at most 38; `Double`, `Float`: the nearest number |
    /// | `boolean` | `Bool` |
    /// | `url` | `URL`, `String` |
    /// | `date`, `datetime` | `String` as ISO 8601 writes it; `Date`: a day is its midnight, and where no offset is told, the time is UTC |
    /// | lists, objects | arrays and sets, `Decodable` types, dictionaries |
    ///
    /// No value is turned into another kind: no text into a number, no number into text.
    ///
    /// - Throws: which record and which field does not fit and why; or that the rules have no such record type.
    /// - Complexity: linear in the size of the records, and in an object's fields for each of its properties.
    public func records<Model: Decodable>(
        of type: String,
        as model: Model.Type
    ) throws(RecordDecodingError) -> [Model] {
        if let known = schema?.types.map(\.name), !known.contains(type) {
            throw .unknownType(type, known: known)
        }
        var models: [Model] = []
        for (index, record) in records.filter({ $0.type == type }).enumerated() {
            do {
                models.append(try ValueDecoder(record.value).decode(model))
            } catch {
                throw RecordDecodingError(error, record: type, index: index)
            }
        }
        return models
    }
}
