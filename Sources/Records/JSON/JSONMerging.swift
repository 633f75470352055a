extension JSON {
    /// The value with its positions moved into a ``SourceMap``.
    package func shifted(by start: Int) -> JSON {
        func moved(_ range: Range<Int>) -> Range<Int> { range.lowerBound + start..<range.upperBound + start }
        let content: Content =
            switch self.content {
            case .array(let elements): .array(elements.map { $0.shifted(by: start) })
            case .object(let members):
                .object(
                    members.map {
                        Member(key: $0.key, keyRange: moved($0.keyRange), value: $0.value.shifted(by: start))
                    }
                )
            case .null, .boolean, .number, .string: self.content
            }
        return JSON(content: content, range: moved(range))
    }

    /// The value with another laid over it: objects key by key, where `null` takes a key away; anything else is
    /// replaced. Keys keep their place, new ones come last.
    package func overlaid(with other: JSON) -> JSON {
        guard case .object(let base) = content, case .object(let over) = other.content else { return other }
        let replacements = Dictionary(over.map { ($0.key, $0) }) { first, _ in first }
        var members: [Member] = []
        for member in base {
            guard let replacement = replacements[member.key] else {
                members.append(member)
                continue
            }
            if case .null = replacement.value.content { continue }
            members.append(
                Member(
                    key: member.key,
                    keyRange: replacement.keyRange,
                    value: member.value.overlaid(with: replacement.value)
                )
            )
        }
        members += over.filter { member in !base.contains { $0.key == member.key } }
        return JSON(content: .object(members), range: other.range)
    }

    /// The member of an object, or `nil`.
    package func member(_ key: String) -> Member? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.key == key }
    }

    /// An object without one of its members.
    package func without(_ key: String) -> JSON {
        guard case .object(let members) = content else { return self }
        return JSON(content: .object(members.filter { $0.key != key }), range: range)
    }
}
