import Basics

/// Diagnostics grouped by their cause: one message, with the number of its occurrences and the first places.
///
/// Diagnostics have the same cause if they are about the same field, declared in the same place of the rules, and their
/// messages differ only in quoted values, addresses and numbers. Diagnostics of rules are not grouped, and those of
/// inputs only in a log of a crawl, whose inputs are answers. A message that has occurred once is unchanged.
///
/// - Complexity: adding a diagnostic takes time proportional to its message; the memory is proportional to the number
///   of causes.
package struct DiagnosticLog {
    /// The common properties of diagnostics with one cause.
    private struct Cause: Hashable {
        let severity: Diagnostic.Severity
        let cause: Diagnostic.Cause
        let record: String?
        let field: String?
        let message: String
        /// The first note's place: where the rules declare the field.
        let declaration: Location?
    }

    private struct Group {
        let first: Diagnostic
        var count = 1
        /// Further places, with their messages.
        var others: [Diagnostic] = []
    }

    /// The maximum number of places in a message.
    private static let places = 3
    /// The maximum number of causes; further ones begin a new list.
    private static let limit = 1000

    private var groups: [Group] = []
    private var indices: [Cause: Int] = [:]

    private let groupsInputs: Bool

    /// - Parameter groupsInputs: whether diagnostics of inputs are grouped too: the same failure of many addresses.
    package init(groupsInputs: Bool = false) { self.groupsInputs = groupsInputs }

    /// Whether the limit of causes is reached: time to call ``take()``.
    package var isFull: Bool { groups.count >= DiagnosticLog.limit }

    /// Adds diagnostics.
    package mutating func add(_ diagnostics: some Sequence<Diagnostic>) {
        for diagnostic in diagnostics { add(diagnostic) }
    }

    private mutating func add(_ diagnostic: Diagnostic) {
        let cause = Cause(
            severity: diagnostic.severity,
            cause: diagnostic.cause,
            record: diagnostic.record,
            field: diagnostic.field,
            message: DiagnosticLog.pattern(diagnostic.message),
            declaration: diagnostic.notes.first?.location
        )
        // Each file that cannot be read has its own name, and may need a different remedy.
        let isGrouped = diagnostic.cause == .page || groupsInputs && diagnostic.cause == .input
        guard isGrouped, let index = indices[cause] else {
            indices[cause] = groups.count
            groups.append(Group(first: diagnostic))
            return
        }
        groups[index].count += 1
        if groups[index].others.count < DiagnosticLog.places - 1 { groups[index].others.append(diagnostic) }
    }

    /// Returns a diagnostic for each cause, in the order of their first occurrence, and forgets them.
    package mutating func take() -> [Diagnostic] {
        defer { self = DiagnosticLog(groupsInputs: groupsInputs) }
        return groups.map { group in
            var joined = group.first
            guard group.count > 1 else { return joined }
            joined.message += " (\(group.count) times)"
            joined.notes =
                group.others.compactMap { other in
                    other.location.map {
                        Diagnostic.Note(
                            other.message == group.first.message ? "also here" : other.message,
                            at: $0
                        )
                    }
                } + joined.notes
            return joined
        }
    }

    /// Whether any cause has occurred more often than its message has places.
    package var omitsAny: Bool { groups.contains { $0.count > DiagnosticLog.places } }

    /// A message without quoted texts, without web addresses and without digits.
    private static func pattern(_ message: String) -> String {
        var pattern: [UInt8] = []
        var isQuoted = false
        var isInAddress = false
        var rest = message.utf8[...]
        while let byte = rest.first {
            if isInAddress { isInAddress = byte > 0x20 }
            if rest.starts(with: "http://".utf8) || rest.starts(with: "https://".utf8) { isInAddress = true }
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, !isInAddress, !(0x30...0x39).contains(byte) { pattern.append(byte) }
            rest.removeFirst()
        }
        return String(decoding: pattern, as: UTF8.self)
    }
}
