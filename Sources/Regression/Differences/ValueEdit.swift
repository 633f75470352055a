import Records

/// What makes a new value of an old one: the tree of both, laid over each other.
indirect enum ValueEdit {
    case same(Value)
    case changed(old: Value, new: Value)
    case removed(Value)
    case inserted(Value)
    case object(ObjectEdit)
    case list([ElementEdit])
    /// A list of the same elements in another order.
    case reordered(old: Value, new: Value)

    /// The members of two objects: those of the new one in its order, those that are gone where they stood.
    struct ObjectEdit {
        let members: [(name: String, edit: ValueEdit)]
        /// The names that both have, in the order of the old one and of the new.
        let oldNames: [String]
        let newNames: [String]
    }

    /// An element of two lists.
    struct ElementEdit {
        let old: Int?
        let new: Int?
        let edit: ValueEdit
    }
}

extension ValueEdit {
    /// What makes `new` of `old`.
    ///
    /// - Complexity: that of ``Alignment`` for every list, linear for all else.
    static func between(_ old: Value, _ new: Value) -> ValueEdit {
        if old == new { return .same(new) }
        if let before = old.object, let after = new.object {
            return object(before, after) ?? .changed(old: old, new: new)
        }
        if let before = old.list, let after = new.list {
            if before.count == after.count, counts(before) == counts(after) {
                return .reordered(old: old, new: new)
            }
            return .list(
                Alignment.steps(before, after).map { step in
                    ElementEdit(old: step.old, new: step.new, edit: step.edit(before, after))
                }
            )
        }
        return .changed(old: old, new: new)
    }

    private static func counts(_ values: [Value]) -> [Value: Int] {
        Dictionary(values.map { ($0, 1) }, uniquingKeysWith: +)
    }

    /// `nil` where a name stands twice, so that names do not tell members apart.
    private static func object(_ old: [Value.Member], _ new: [Value.Member]) -> ValueEdit? {
        let before = Dictionary(old.map { ($0.name, $0.value) }) { first, _ in first }
        let after = Dictionary(new.map { ($0.name, $0.value) }) { first, _ in first }
        guard before.count == old.count, after.count == new.count else { return nil }
        var members: [(name: String, edit: ValueEdit)] = []
        var gone = old[...]
        for member in new {
            guard let value = before[member.name] else {
                members.append((member.name, .inserted(member.value)))
                continue
            }
            // What is gone is told where it stood: before the member that followed it.
            while let first = gone.first, after[first.name] == nil {
                members.append((first.name, .removed(first.value)))
                gone.removeFirst()
            }
            if gone.first?.name == member.name { gone.removeFirst() }
            members.append((member.name, between(value, member.value)))
        }
        let known = Set(members.map(\.name))
        for member in gone where !known.contains(member.name) {
            members.append((member.name, .removed(member.value)))
        }
        return .object(
            ObjectEdit(
                members: members,
                oldNames: old.map(\.name).filter { after[$0] != nil },
                newNames: new.map(\.name).filter { before[$0] != nil }
            )
        )
    }
}
