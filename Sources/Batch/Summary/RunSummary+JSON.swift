package import Records

// A summary as a file, which a later run can be compared with.
extension RunSummary {
    /// The summary as JSON: `{"pages", "failed", …, "rules": {NAME: {"pages", "failed", "records": {TYPE: {"count",
    /// "filled": {FIELD: count}}}}}, "slowest": […]}`.
    package var value: Value {
        var members: [Value.Member] = [
            .init("pages", .number(Number(pages))), .init("failed", .number(Number(failed))),
            .init("doneBefore", .number(Number(before.pages))),
            .init("leftOut", RunSummary.counts(leftOut.sorted { $0.key < $1.key })),
            .init("warnings", .number(Number(warnings))), .init("bytes", .number(Number(bytes))),
            .init("seconds", RunSummary.number(seconds)),
        ]
        members.append(
            .init("rules", .object(rules.sorted { $0.key < $1.key }.map { .init($0.key, $0.value.value) }))
        )
        let pages = slowest.map { page in
            Value.object([
                .init("page", .string(page.name)),
                .init("milliseconds", RunSummary.number(page.milliseconds)),
            ])
        }
        members.append(.init("slowest", .list(pages)))
        return .object(members)
    }

    /// Reads what ``value`` writes; of what is not there nothing is known.
    ///
    /// - Returns: `nil` where it is no summary.
    package init?(_ value: Value) {
        guard let rules = value["rules"]?.object, let pages = value["pages"]?.number?.integer else {
            return nil
        }
        self.init()
        self.pages = pages
        failed = value["failed"]?.number?.integer ?? 0
        for member in rules {
            guard let summary = RulesSummary(member.value) else { return nil }
            self.rules[member.name] = summary
        }
    }

    fileprivate static func counts(_ counts: [(key: String, value: Int)]) -> Value {
        .object(counts.map { Value.Member($0.key, .number(Number($0.value))) })
    }

    /// A number of three decimals at most.
    private static func number(_ number: Double) -> Value {
        Number((number * 1000).rounded() / 1000).map(Value.number) ?? .null
    }
}

extension RunSummary.RulesSummary {
    fileprivate var value: Value {
        let records = names.map { name in Value.Member(name, types[name]?.value ?? .null) }
        return .object([
            .init("pages", .number(Number(pages))), .init("failed", .number(Number(failed))),
            .init("records", .object(records)),
        ])
    }

    fileprivate init?(_ value: Value) {
        guard let pages = value["pages"]?.number?.integer, let records = value["records"]?.object else {
            return nil
        }
        self.init()
        self.pages = pages
        failed = value["failed"]?.number?.integer ?? 0
        for member in records {
            guard let type = RunSummary.TypeSummary(member.value) else { return nil }
            names.append(member.name)
            types[member.name] = type
        }
    }
}

extension RunSummary.TypeSummary {
    fileprivate var value: Value {
        let counts = fields.map { (key: $0, value: filled[$0] ?? 0) }
        return .object([.init("count", .number(Number(count))), .init("filled", RunSummary.counts(counts))])
    }

    fileprivate init?(_ value: Value) {
        guard let count = value["count"]?.number?.integer, let counts = value["filled"]?.object else {
            return nil
        }
        self.init()
        self.count = count
        for member in counts {
            guard let count = member.value.number?.integer else { return nil }
            fields.append(member.name)
            filled[member.name] = count
        }
    }
}
