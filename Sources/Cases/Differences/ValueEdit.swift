import Records

/// The edits that turn an old value into a new one, as a tree that merges both.
indirect enum ValueEdit {
    case same(Value)
    case changed(old: Value, new: Value)
    case removed(Value)
    case inserted(Value)
    case object(ObjectEdit)
    case list([ElementEdit])
    /// A list of the same elements in another order.
    case reordered(old: Value, new: Value)

    /// The members of two objects, in the order of the new one. A removed member keeps its position.
    struct ObjectEdit {
        let members: [Member]
        /// The names that both objects have, in the order of the old and of the new one.
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
    /// Returns the edits that turn `old` into `new`.
    ///
    /// - Complexity: that of ``Alignment`` for each list, linear otherwise.
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

    /// Compares two objects. Returns `nil` if a name occurs twice, so that names do not identify members.
    private static func object(_ old: [Value.Member], _ new: [Value.Member]) -> ValueEdit? {
        let before = Dictionary(old.enumerated().map { ($1.name, $0) }) { first, _ in first }
        let after = Set(new.map(\.name))
        guard before.count == old.count, after.count == new.count else { return nil }
        var members: [ObjectEdit.Member] = []
        var next = 0
        /// A removed member precedes the member that followed it.
        func appendRemoved(before end: Int) {
            for index in next..<max(next, end) where !after.contains(old[index].name) {
                let edit = ValueEdit.removed(old[index].value)
                members.append(ObjectEdit.Member(name: old[index].name, old: index, edit: edit))
            }
            next = max(next, end)
        }
        for member in new {
            let index = before[member.name]
            if let index { appendRemoved(before: index) }
            let edit = index.map { between(old[$0].value, member.value) } ?? .inserted(member.value)
            members.append(ObjectEdit.Member(name: member.name, old: index, edit: edit))
        }
        appendRemoved(before: old.count)
        return .object(
            ObjectEdit(
                members: members,
                oldNames: old.map(\.name).filter(after.contains),
                newNames: new.map(\.name).filter { before[$0] != nil }
            )
        )
    }
}

extension ValueEdit {
    /// Decides whether a difference is accepted.
    typealias Decision = (Difference) -> Bool

    /// Returns the value with some differences accepted, or `nil` for none.
    ///
    /// - Parameters:
    ///   - place: the record that contains the value.
    ///   - path: the path to the value.
    ///   - decide: decides each difference, in the new value's order.
    func resolved(_ place: RecordPlace, _ path: DifferencePath, _ decide: Decision) -> Value? {
        func accepts(_ kind: Difference.Kind, _ old: Value?, _ new: Value?) -> Bool {
            let subject: Difference.Subject =
                path.components.isEmpty ? .record(place) : .field(place, path)
            return decide(Difference(subject, kind, old: old, new: new))
        }
        switch self {
        case .same(let value): return value
        case .changed(let old, let new): return accepts(.changed, old, new) ? new : old
        case .removed(let old): return accepts(.removed, old, nil) ? nil : old
        case .inserted(let new): return accepts(.inserted, nil, new) ? new : nil
        case .reordered(let old, let new): return accepts(.reordered, old, new) ? new : old
        case .object(let object):
            var isNewOrder = true
            if object.oldNames != object.newNames {
                let names = { (names: [String]) in Value.list(names.map(Value.string)) }
                isNewOrder = accepts(.reordered, names(object.oldNames), names(object.newNames))
            }
            let members = object.members.compactMap { member in
                member.edit.resolved(place, path.appending(.member(member.name)), decide).map {
                    (item: Value.Member(member.name, $0), position: member.old)
                }
            }
            return .object(isNewOrder ? members.map(\.item) : Slots.arranged(members))
        case .list(let elements):
            return .list(
                elements.compactMap { element in
                    element.edit.resolved(
                        place,
                        path.appending(.element(old: element.old, new: element.new)),
                        decide
                    )
                }
            )
        }
    }
}

/// A partial order: only some items have a position.
enum Slots {
    /// Sorts the items that have a position among their own slots. The others stay in place.
    static func arranged<Item>(_ items: [(item: Item, position: Int?)]) -> [Item] {
        var placed = items.compactMap { item in item.position.map { (item.item, $0) } }
            .sorted { $0.1 < $1.1 }.map(\.0).makeIterator()
        return items.map { item in
            item.position == nil ? item.item : placed.next() ?? item.item
        }
    }
}
