import Language
import Records
import Values

/// Determines the normal properties of records of one type from those of several pages.
///
/// A bound is chosen so that a further page of the same kind violates it with a probability of at most 1 in 200, as far
/// as the pages can show that. From fewer than 20 cases, only properties of all pages are learned; from a single page,
/// only that there are values, and the form of values of certain types.
struct ExpectationLearning {
    /// An expectation at a path: a value of a key of `expect`.
    struct Claim: Hashable {
        let key: String
        let path: RecordPath
        let bound: Value
    }

    /// The records of a page, and the number of elements that yielded none.
    struct PageRecords {
        let records: [Record]
        var empty = 0
        /// The name of its case.
        var source = ""
    }

    /// The minimum number of cases from which shares and ranges are learned.
    static let manyCases = 20
    /// The minimum number of places, on pages with several of them, from which it is learned that all have a value.
    private static let manyPlaces = 20

    let type: Schema.RecordType
    /// The pages with records of the type.
    private let pages: [PageRecords]
    /// Pages with errors and records of the type, which show which properties are not constant.
    private let others: [PageRecords]
    /// Whether the number of records is significant, and each page has some.
    private let isCounted: Bool

    /// - Parameters:
    ///   - pages: all pages of one kind, including those without records of the type.
    ///   - isPage: whether each page as a whole is a record.
    ///   - others: pages with errors: a field that one of them lacks is not always present.
    init(_ type: Schema.RecordType, _ pages: [PageRecords], isPage: Bool, others: [PageRecords] = []) {
        self.others = others.filter { !$0.records.isEmpty }
        self.type = type
        self.pages = pages.filter { !$0.records.isEmpty }
        isCounted = self.pages.count == pages.count && !isPage
    }

    /// The expectations that the pages support, in the order of the fields.
    func claims() -> [Claim] {
        guard !pages.isEmpty else { return [] }
        var claims: [Claim] = []
        if isCounted {
            let range = range(of: pages.map(\.records.count), isSure: haveManyCases(pages))
            claims.append(Claim(key: "count", path: .records, bound: .string(range.countSpelling)))
        }
        for (path, type) in RecordPath.all(in: type.fields) {
            if path.isEach {
                if let claim = length(of: path) { claims.append(claim) }
            } else if let claim = filling(of: path, isList: type.element != nil && !type.isAnything) {
                claims.append(claim)
            }
            if type.isScalar { claims += shape(of: path, type).claims() }
        }
        return claims
    }

    private func shape(of path: RecordPath, _ type: Schema.FieldType) -> ValueShape {
        let filled = pages.map { (page: $0, values: $0.values(at: path)) }.filter { !$0.values.isEmpty }
        return ValueShape(path, type, filled.map(\.values), isSure: haveManyCases(filled.map(\.page)))
    }

    // MARK: - Fields

    /// How many of the places at a path on a page have a value.
    private struct Filling {
        var filled = 0
        var total = 0
        var share: Double { Double(filled) / Double(max(total, 1)) }
    }

    private func filling(of path: RecordPath, isList: Bool) -> Claim? {
        // A missing value that the rules require is an error anyway, and a default is always present.
        if path.steps.count == 1, let field = type.fields.first(where: { $0.name == path.steps[0].name }),
            field.isRequired || field.isAlwaysPresent && field.type.element == nil
        {
            return nil
        }
        func filling(of page: PageRecords) -> Filling {
            var filling = Filling(total: path.steps.count == 1 ? page.empty : 0)
            for record in page.records {
                path.forEachValue(in: record.fields) { value in
                    filling.total += 1
                    if RecordPath.isFilled(value) { filling.filled += 1 }
                }
            }
            return filling
        }
        let filled = pages.map { (page: $0, filling: filling(of: $0)) }.filter { $0.filling.total > 0 }
        let fillings = filled.map(\.filling)
        let otherFillings = others.map(filling).filter { $0.total > 0 }
        // A list that always has elements is learned as one.
        guard !fillings.isEmpty, !isList || lengthRange(of: path.elements) == nil else { return nil }
        return share(of: fillings, otherFillings, isSure: haveManyCases(filled.map(\.page)))
            .map { Claim(key: "filled", path: path, bound: $0) }
    }

    private func share(of fillings: [Filling], _ others: [Filling], isSure: Bool) -> Value? {
        let isAlways = (fillings + others).allSatisfy { $0.filled == $0.total }
        // Pages with a single place show nothing about pages with several.
        let places = fillings.filter { $0.total > 1 }
        let isShown = places.count > 1 && places.reduce(0) { $0 + $1.total } >= Self.manyPlaces
        if isAlways, isShown { return 1 }
        guard (fillings + others).allSatisfy({ $0.filled > 0 }) else { return nil }
        if !isAlways, isSure {
            let bound = lowerBound(of: fillings.map(\.share))
            if bound >= 0.05, let number = Number((bound * 100).rounded(.down) / 100) {
                return .number(number)
            }
        }
        // On every page, some of the places have a value.
        return "1.."
    }

    /// A share that few pages fall below.
    private func lowerBound(of shares: [Double]) -> Double {
        let (mean, deviation) = shares.meanAndDeviation
        return min(shares.min() ?? 0, mean - 3 * deviation) * 0.95
    }

    // MARK: - Lists

    private func length(of path: RecordPath) -> Claim? {
        lengthRange(of: path).map { Claim(key: "count", path: path, bound: .string($0.countSpelling)) }
    }

    /// The range of a list's number of elements; `nil` if the list may be empty, or if a single page has several such
    /// lists.
    private func lengthRange(of path: RecordPath) -> ClosedRange<Int>? {
        guard path.isEach else { return nil }
        var lengths: [Int] = []
        var withLists: [PageRecords] = []
        for page in pages {
            let before = lengths.count
            for record in page.records {
                path.list.forEachValue(in: record.fields) { value in
                    lengths.append(value.map { $0.list?.count ?? 1 } ?? 0)
                }
            }
            if lengths.count > before { withLists.append(page) }
        }
        guard let least = lengths.min(), least > 0, withLists.count > 1 || lengths.count == 1 else {
            return nil
        }
        return range(of: lengths, isSure: haveManyCases(withLists))
    }

    /// Whether pages are of enough cases to show what varies.
    private func haveManyCases(_ pages: [PageRecords]) -> Bool {
        Set(pages.map(\.source)).count >= Self.manyCases
    }

    /// A range that contains nearly all further counts; without many cases, it is only known that each is at least 1.
    private func range(of counts: [Int], isSure: Bool) -> ClosedRange<Int> {
        guard isSure, let least = counts.min(), let greatest = counts.max(), least > 0 else {
            return 1...Int.max
        }
        let (mean, deviation) = counts.map { logarithm(Double($0)) }.meanAndDeviation
        // Twice the range on either side if it is narrow.
        let margin = max(3.5 * deviation, 0.7)
        let low = min(Double(least), exponential(mean - margin))
        let high = max(Double(greatest), exponential(mean + margin))
        return max(1, Int(low.rounded(.down)))...max(1, Int(high.rounded(.up)))
    }
}

extension ExpectationLearning.PageRecords {
    /// The values at a path.
    func values(at path: RecordPath) -> [Value] {
        var values: [Value] = []
        for record in records {
            path.forEachValue(in: record.fields) { value in
                if let value, RecordPath.isFilled(value) { values.append(value) }
            }
        }
        return values
    }
}
