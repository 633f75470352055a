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
        let members: [Member]
        /// The names that both have, in the order of the old one and of the new.
        let oldNames: [String]
        let newNames: [String]

        /// A member of either object, with its index in the old one.
        struct Member {
            let name: String
            let old: Int?
            let edit: ValueEdit
        }
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
        let before = Dictionary(old.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let after = Set(new.map(\.name))
        guard before.count == old.count, after.count == new.count else { return nil }
        var members: [ObjectEdit.Member] = []
        var next = 0
        /// What is gone is told where it stood: before the member that followed it.
        func tellGone(before end: Int) {
            for index in next..<max(next, end) where !after.contains(old[index].name) {
                let edit = ValueEdit.removed(old[index].value)
                members.append(ObjectEdit.Member(name: old[index].name, old: index, edit: edit))
            }
            next = max(next, end)
        }
        for member in new {
            let index = before[member.name]
            if let index { tellGone(before: index) }
            let edit = index.map { between(old[$0].value, member.value) } ?? .inserted(member.value)
            members.append(ObjectEdit.Member(name: member.name, old: index, edit: edit))
        }
        tellGone(before: old.count)
        return .object(
            ObjectEdit(
                members: members,
                oldNames: old.map(\.name).filter(after.contains),
                newNames: new.map(\.name).filter { before[$0] != nil }
            )
        )
    }
}
