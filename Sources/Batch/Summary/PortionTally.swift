/// What a portion of pages has come to: what a journal has to tell so that the summary of a run that is continued is that
/// of the whole run.
struct PortionTally {
    /// The pages that one rules file has read.
    struct RulesTally {
        let name: String
        var pages = 0
        var failed = 0
        var types: [PageTally.TypeTally]
    }

    /// Pages that were read, or could not be.
    var pages = 0
    var failed = 0
    var warnings = 0
    var bytes = 0
    /// Pages that are none that rules are for, by the reason.
    var leftOut: [(reason: String, count: Int)] = []
    var rules: [RulesTally] = []

    init() {}

    /// What became of some pages.
    init(_ results: [PageResult]) {
        for result in results { add(result) }
    }

    private mutating func add(_ result: PageResult) {
        if let reason = result.leftOut {
            if let known = leftOut.firstIndex(where: { $0.reason == reason }) {
                leftOut[known].count += 1
            } else {
                leftOut.append((reason, 1))
            }
            return
        }
        pages += 1
        bytes += result.bytes
        warnings += result.warnings
        if result.isFailed { failed += 1 }
        guard let name = result.tally.rules else { return }
        let place =
            rules.firstIndex { $0.name == name }
            ?? {
                rules.append(RulesTally(name: name, types: []))
                return rules.count - 1
            }()
        rules[place].pages += 1
        if result.isFailed { rules[place].failed += 1 }
        for (index, type) in result.tally.types.enumerated() { rules[place].add(type, at: index) }
    }
}

extension PortionTally.RulesTally {
    /// Adds a type's records; mostly the type stands at the same place as on every page of these rules.
    fileprivate mutating func add(_ type: PageTally.TypeTally, at index: Int) {
        let isThere = types.indices.contains(index) && types[index].hasLayout(of: type)
        guard let place = isThere ? index : types.firstIndex(where: { $0.hasLayout(of: type) }) else {
            types.append(type)
            return
        }
        types[place].count += type.count
        for field in type.filled.indices { types[place].filled[field].count += type.filled[field].count }
    }
}

extension PageTally.TypeTally {
    fileprivate func hasLayout(of other: PageTally.TypeTally) -> Bool {
        name == other.name && filled.elementsEqual(other.filled) { $0.field == $1.field }
    }
}
