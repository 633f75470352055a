import DOM
import Language
import Records
import Sources
import Values

/// What an alternative has yielded from a place outside the record, such as the whole page or the nearest heading before
/// it. Other records with that place have the same value, so that it is read once; otherwise a page with many records in
/// one place would take quadratic time.
struct PlaceValue {
    struct Key: Hashable {
        let alternative: ObjectIdentifier
        /// The path before the field's name, which messages have.
        let prefix: String
    }

    let place: NodeRef
    let value: Value?
    let diagnostics: [Diagnostic]
    let shortfalls: Int
    let hasLostElement: Bool
    let digits: [ElementJoint]
}

extension Extraction {
    /// The value of an alternative for a record: that of the record before it, if it is searched for from the same place.
    ///
    /// Only the last place of each alternative is kept, as records with the same place follow each other.
    mutating func value(
        of alternative: FieldAlternative,
        named name: String,
        at record: NodeRef,
        _ earlier: EarlierFields,
        _ path: FieldPath
    ) -> Value? {
        // An observer sees every search.
        guard alternative.dependsOnlyOnPlace, Observer.self == NoObserver.self,
            let place = places.start(alternative.scope, from: record)
        else { return searchedValue(of: alternative, named: name, at: record, nil, earlier, path) }
        let key = PlaceValue.Key(alternative: ObjectIdentifier(alternative), prefix: path.prefix)
        if let known = placeValues[key], known.place == place {
            diagnostics += known.diagnostics
            shortfalls += known.shortfalls
            hasLostElement = known.hasLostElement
            digits.removeAll()
            digits.add(known.digits)
            // It may be written for each record.
            memory.add(bytes: known.value?.size ?? 0)
            return known.value
        }
        let (reported, missing) = (diagnostics.count, shortfalls)
        let value = searchedValue(of: alternative, named: name, at: record, place, earlier, path)
        if isWithheld { return value }
        placeValues[key] = PlaceValue(
            place: place,
            value: value,
            diagnostics: Array(diagnostics[reported...]),
            shortfalls: shortfalls - missing,
            hasLostElement: hasLostElement,
            digits: digits.list
        )
        return value
    }
}
