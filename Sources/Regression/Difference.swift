public import Records

/// One thing in which what came out of a page is not what must come out.
public struct Difference: Hashable, Sendable {
    /// The place: `Workout 2 · exercises[1]`, `diagnostic 1`.
    public let place: String
    /// What must be there; `nil` for nothing.
    public let expected: Value?
    /// What is there; `nil` for nothing.
    public let found: Value?
}

extension Difference: CustomStringConvertible {
    /// Three lines: the place, what was expected, what was found.
    public var description: String {
        func text(_ value: Value?) -> String { value.map(JSONWriter.compact) ?? "nothing" }
        return "\(place)\n  expected \(text(expected))\n  found    \(text(found))"
    }
}

extension Golden {
    /// All differences to what came out of the page, in its order.
    public func differences(to found: Golden) -> [Difference] {
        var differences: [Difference] = []
        for index in 0..<max(records.count, found.records.count) {
            let expected = index < records.count ? records[index] : nil
            let other = index < found.records.count ? found.records[index] : nil
            let type = (other ?? expected)?[Record.typeKey]?.string ?? "record"
            Golden.compare(expected, other, at: "\(type) \(index + 1)", separator: " · ", &differences)
        }
        for index in 0..<max(diagnostics.count, found.diagnostics.count) {
            Golden.compare(
                index < diagnostics.count ? .string(diagnostics[index]) : nil,
                index < found.diagnostics.count ? .string(found.diagnostics[index]) : nil,
                at: "diagnostic \(index + 1)",
                separator: "",
                &differences
            )
        }
        return differences
    }

    private static func compare(
        _ expected: Value?,
        _ found: Value?,
        at place: String,
        separator: String,
        _ differences: inout [Difference]
    ) {
        if expected == found { return }
        if let old = expected?.object, let new = found?.object, old.map(\.name) != new.map(\.name),
            Set(old.map(\.name)) == Set(new.map(\.name))
        {
            // The same members in another order: that is the difference, unless values differ too.
            let names = { (members: [Value.Member]) in Value.list(members.map { .string($0.name) }) }
            differences.append(
                Difference(place: place + separator + "order", expected: names(old), found: names(new))
            )
        }
        if let old = expected?.object, let new = found?.object {
            let names = old.map(\.name) + new.map(\.name).filter { name in !old.contains { $0.name == name } }
            for name in names {
                compare(
                    expected?[name],
                    found?[name],
                    at: place + separator + name,
                    separator: ".",
                    &differences
                )
            }
        } else if let old = expected?.list, let new = found?.list {
            for index in 0..<max(old.count, new.count) {
                compare(
                    index < old.count ? old[index] : nil,
                    index < new.count ? new[index] : nil,
                    at: "\(place)[\(index)]",
                    separator: ".",
                    &differences
                )
            }
        } else {
            differences.append(Difference(place: place, expected: expected, found: found))
        }
    }
}
