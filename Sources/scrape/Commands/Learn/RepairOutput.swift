import Drafting
import Engine
import Records

/// The output of `scrape repair`.
enum RepairOutput {
    /// Prints the result for a page: its records, and the links that lead on from it.
    static func show(_ result: RepairedSite.Result) -> ExitStatus {
        if let repair = result.repair { _ = show(repair) }
        for link in result.links { show(link) }
        return result.isComplete ? .success : .page
    }

    private static func show(_ link: RepairedLink) {
        switch link.status {
        case .kept: return
        case .repaired, .dataOnly:
            Console.print("\(link.name): \(link.reason) (\(share(link.confidence)))")
        case .unknown, .gone:
            Console.print("\(link.name): \(link.status.rawValue); \(link.reason)")
            for selector in link.selectors { Console.print("    perhaps \(selector)") }
        }
        Console.print("    was \(text(.list(link.before.map(Value.string))))")
        Console.print("    is  \(text(.list(link.after.map(Value.string))))")
    }

    /// Prints the results for records and fields.
    ///
    /// - Returns: an error of the page if something is unknown or missing.
    static func show(_ repair: Repair) -> ExitStatus {
        for records in repair.records {
            switch records.status {
            case .unknown, .gone:
                Console.print("\(records.record): \(records.status.rawValue); \(records.reason)")
            case .kept, .repaired, .dataOnly:
                if records.each != nil {
                    Console.print("\(records.record): \(records.reason) (\(share(records.confidence)))")
                }
            }
        }
        for field in repair.fields { show(field) }
        let kept = repair.fields.reduce(0) { $0 + ($1.status == .kept ? $1.found : 0) }
        let count = repair.fields.reduce(0) { $0 + $1.count }
        Console.print("the old rules still find \(kept) of \(count) values")
        return repair.isComplete ? .success : .page
    }

    private static func show(_ field: RepairedField) {
        let name = "\(field.record).\(field.name)"
        switch field.status {
        case .kept: return
        case .repaired, .dataOnly:
            let place = field.status == .dataOnly ? ", in data that no reader sees" : ""
            Console.print("\(name): \(field.reason) (\(share(field.confidence))\(place))")
        case .unknown, .gone:
            Console.print("\(name): \(field.status.rawValue); \(field.reason)")
            for selector in field.selectors.prefix(1) + [field.runnerUp].compactMap(\.self) {
                Console.print("    perhaps \(selector)")
            }
        }
        Console.print("    was \(text(field.before))")
        if field.after != field.before { Console.print("    is  \(text(field.after))") }
    }

    private static func text(_ value: Value) -> String {
        let text = value == .null ? "nothing" : JSONWriter.compact(value)
        return text.count > 100 ? text.prefix(99) + "…" : text
    }

    private static func share(_ confidence: Double) -> String { "\(Int((confidence * 100).rounded()))%" }

    /// Prints the changes to a rules file.
    static func showDifference(from old: [UInt8], to new: [UInt8]) {
        if old == new { return }
        Console.print("")
        for line in LineDifference(old, new).lines { Console.print(line) }
    }
}
