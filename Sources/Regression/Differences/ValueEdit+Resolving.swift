import Records

extension ValueEdit {
    /// Asks of every difference whether it is accepted.
    typealias Decision = (Difference) -> Bool

    /// The value that comes of accepting some differences and not others; `nil` for none.
    ///
    /// - Parameters:
    ///   - place: the record that the value is a part of.
    ///   - path: the way to it.
    ///   - decide: is asked of each difference, in the new value's order.
    func resolved(_ place: RecordPlace, _ path: FieldPath, _ decide: Decision) -> Value? {
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

/// Putting things into an order that only some of them have a place in.
enum Slots {
    /// The items that have a position change places among themselves to be in its order; the others stay.
    static func arranged<Item>(_ items: [(item: Item, position: Int?)]) -> [Item] {
        var placed = items.compactMap { item in item.position.map { (item.item, $0) } }
            .sorted { $0.1 < $1.1 }.map(\.0).makeIterator()
        return items.map { item in
            item.position == nil ? item.item : placed.next() ?? item.item
        }
    }
}
