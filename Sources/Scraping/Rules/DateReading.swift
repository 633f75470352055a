import Records

// Reads how a field's dates are written.
extension RulesReader {
    /// The keys that only a date has.
    static let dateKeys = ["format", "locale", "timezone"]

    /// Tells those keys at a field of another type.
    mutating func checkFormats(_ members: [String: JSON], typeName: String) {
        guard !FieldType.dated.contains(typeName) else { return }
        for key in RulesReader.dateKeys {
            guard let json = members[key] else { continue }
            error(
                "\"\(key)\" goes with the type date or datetime, the type here is \(typeName)",
                at: json.range
            )
        }
    }

    /// The type `date` or `datetime` with its formats, locale and zone.
    mutating func readDated(_ name: String, _ members: [String: JSON]) -> FieldType? {
        let locale = members["locale"].map { readLocale($0) } ?? "en_US_POSIX"
        let zone = members["timezone"].map { readZone($0) }
        var forms: [DateForm] = [.iso8601]
        if let json = members["format"] {
            guard let locale, let formats = strings(json, "format") else { return nil }
            let read = formats.map { readForm($0.text, locale, name, at: $0.json.range) }
            guard !read.contains(where: { $0 == nil }) else { return nil }
            forms = read.compactMap { $0 }
        }
        if locale == nil { return nil }
        if let zone, zone == nil { return nil }
        let reader = DateReader(forms: forms, zone: zone ?? nil)
        return name == "date" ? .date(reader) : .dateTime(reader)
    }

    private mutating func readLocale(_ json: JSON) -> String? {
        guard let text = string(json, "locale") else { return nil }
        if DateNames.isKnown(locale: text) { return text }
        error("unknown locale \"\(text)\"", at: json.range, help: "write it like \"de\" or \"pt_BR\"")
        return nil
    }

    private mutating func readZone(_ json: JSON) -> DateZone? {
        guard let text = string(json, "timezone") else { return nil }
        if let zone = DateZone(text) { return zone }
        error(
            "unknown time zone \"\(text)\"",
            at: json.range,
            help: Suggestion.nearest(to: text, among: DateZone.names).map { "did you mean \"\($0)\"?" }
                ?? "write it like \"Europe/Berlin\" or \"+01:00\""
        )
        return nil
    }

    private mutating func readForm(
        _ text: String,
        _ locale: String,
        _ type: String,
        at range: Range<Int>
    ) -> DateForm? {
        do throws(StepError) {
            let form = try DateForm(text, locale: locale)
            guard case .pattern(let pattern) = form else { return form }
            if !pattern.hasDay {
                error(
                    "the format \"\(text)\" does not tell a day",
                    at: range,
                    help: suggestedForm(text)
                )
                return nil
            }
            if type == "datetime", !pattern.hasTime {
                error("the format \"\(text)\" tells no time of day", at: range, help: "use the type date")
                return nil
            }
            return form
        } catch {
            self.error(error.description, at: range, help: suggestedForm(text))
            return nil
        }
    }

    private func suggestedForm(_ text: String) -> String? {
        Suggestion.nearest(to: text, among: DateForm.names).map { "did you mean \"\($0)\"?" }
    }
}
