import Synchronization

/// A regular expression over UTF-8, compiled. Every search is linear in the length of the text, whatever the
/// pattern.
///
/// The leftmost match is found; if several matches begin there, it is the one that a backtracking matcher finds first:
/// earlier alternatives, and as many repetitions as possible, or as few for lazy ones. A group keeps its last match.
///
/// The package has its own engine for three reasons: a page cannot make a pattern of the rules run for long, the engine
/// reads the bytes of a page's texts directly, and it needs no tables of Unicode's classes to start. A search skips to
/// a place where a match may begin (``Literals``), finds the match with an automaton that is built during the search
/// (``LazyDFA``), and finds the groups with the cheapest method that can: a table (``OnePass``), a bounded
/// ``Backtracker``, or a ``Simulation``.
package struct Pattern: Sendable {
    private let compiled: CompiledPattern
    private let pool: Pool

    /// Matchers that no thread uses. The one that was used last is taken and put back without a lock.
    private final class Pool: Sendable {
        private let last = Atomic<Unmanaged<Matcher>?>(nil)
        private let others = Mutex<[Matcher]>([])

        func take() -> Matcher? {
            if let matcher = last.exchange(nil, ordering: .acquiring) { return matcher.takeRetainedValue() }
            return others.withLock { $0.popLast() }
        }

        func put(_ matcher: Matcher) {
            let reference = Unmanaged.passRetained(matcher)
            if last.compareExchange(expected: nil, desired: reference, ordering: .releasing).exchanged {
                return
            }
            reference.release()
            others.withLock { $0.append(matcher) }
        }

        deinit {
            last.exchange(nil, ordering: .acquiring)?.release()
        }
    }

    /// Compiles a pattern.
    ///
    /// - Throws: ``PatternError``, the first mistake in the pattern, or an error if it needs too many states.
    /// - Complexity: linear in the pattern's length and in its counted repetitions.
    package init(_ utf8: [UInt8]) throws(PatternError) {
        self.init(try CompiledPattern(utf8))
    }

    /// Compiles a pattern, unless a pattern with this text has been compiled recently.
    package init(_ text: String) throws(PatternError) {
        if let known = Pattern.recent.withLock({ $0[text] }) {
            self.init(known)
            return
        }
        let compiled = try CompiledPattern(Array(text.utf8))
        self.init(compiled)
        guard compiled.program.states.count <= Pattern.recentSize else { return }
        Pattern.recent.withLock { recent in
            if recent.count >= Pattern.recentCount { recent.removeAll() }
            recent[text] = compiled
        }
    }

    /// Small patterns by their texts. Rules check a pattern and then compile it, and repairs read the same rules many
    /// times: a third of that time was the compilation of patterns.
    private static let recent = Mutex<[String: CompiledPattern]>([:])
    /// The maximum number of recent patterns, and the maximum number of states of each.
    private static let recentCount = 128
    private static let recentSize = 1000

    /// A pattern that matches a literal text.
    package init(literal text: String) throws(PatternError) {
        let nodes = text.unicodeScalars.map { PatternNode.character(.scalar($0.value)) }
        self.init(try CompiledPattern(.sequence(nodes), groups: [], length: text.utf8.count))
    }

    /// Compiles a pattern that is part of the program and known to be valid. An invalid one matches nothing.
    package init(constant text: String) {
        let nothing = PatternNode.assertion(.not(.ahead(.any)))
        let impossible = PatternNode.sequence([nothing, .character(.any)])
        self.init((try? CompiledPattern(Array(text.utf8))) ?? CompiledPattern(small: impossible))
    }

    private init(_ compiled: CompiledPattern) {
        self.compiled = compiled
        pool = Pool()
    }

    /// The groups in order, with their names if they have one.
    package var groups: [String?] { compiled.groups }

    /// Whether it matches the empty text, so that it matches everywhere.
    package var matchesEmptyText: Bool { isMatch(in: []) }

    // MARK: Searching

    /// Whether the pattern matches anywhere in a text. Bytes that are not valid UTF-8 are read as U+FFFD, one
    /// at a time.
    package func isMatch(in text: UnsafeBufferPointer<UInt8>) -> Bool {
        withMatcher(text) { $0.isMatch() }
    }

    package func isMatch(in text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { isMatch(in: $0) }
    }

    package func isMatch(in text: String) -> Bool {
        var text = text
        return text.withUTF8 { isMatch(in: $0) }
    }

    /// The range of the first match in bytes; `nil` if there is none.
    package func firstMatch(in text: [UInt8]) -> Range<Int>? {
        text.withUnsafeBufferPointer { text in matches(in: text, limit: 1, withGroups: false).first?.range }
    }

    /// The range of the first of the first match's groups that participated, or of the whole match of a pattern without
    /// groups; `nil` if nothing matches or no group participated.
    package func firstGroup(in text: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        let groupCount = compiled.groups.count
        return withMatcher(text) { matcher in
            guard matcher.find(from: 0, withGroups: groupCount > 0) else { return nil }
            for group in min(1, groupCount)...groupCount {
                let (start, end) = (matcher.slots[2 * group], matcher.slots[2 * group + 1])
                if start >= 0, end >= start { return start..<end }
            }
            return nil
        }
    }

    /// The first matches in a text, which do not overlap.
    ///
    /// A match may be empty, even at the end of the previous one; the search continues one character after an empty
    /// match.
    ///
    /// - Parameter withGroups: whether the groups of the matches are needed.
    package func matches(
        in text: UnsafeBufferPointer<UInt8>,
        limit: Int = .max,
        withGroups: Bool = true
    ) -> PatternMatches {
        withMatcher(text) { matches(in: text, limit: limit, withGroups: withGroups, $0) }
    }

    private func matches(
        in text: UnsafeBufferPointer<UInt8>,
        limit: Int,
        withGroups: Bool,
        _ matcher: Matcher
    ) -> PatternMatches {
        let groupCount = withGroups ? compiled.groups.count : 0
        var matches = PatternMatches(groupCount: groupCount)
        var start = 0
        while matches.count < limit, matcher.find(from: start, withGroups: groupCount > 0) {
            matches.append(matcher.slots)
            let end = matcher.slots[1]
            if end > matcher.slots[0] {
                start = end
            } else if end < text.count {
                start = end + UTF8Reader.scalar(in: text, at: end, limit: text.count).length
            } else {
                break
            }
        }
        return matches
    }

    /// The matches that a new matcher finds with one method; whether it reports that there are any.
    func matches(in text: [UInt8], by method: Matcher.Method) -> (matches: PatternMatches, isMatch: Bool) {
        text.withUnsafeBufferPointer { text in
            let matcher = Matcher(compiled)
            matcher.method = method
            matcher.begin(text)
            let matches = matches(in: text, limit: .max, withGroups: true, matcher)
            matcher.begin(text)
            return (matches, matcher.isMatch())
        }
    }

    private func withMatcher<Result>(
        _ text: UnsafeBufferPointer<UInt8>,
        _ body: (Matcher) -> Result
    ) -> Result {
        let matcher = pool.take() ?? Matcher(compiled)
        defer { pool.put(matcher) }
        matcher.begin(text)
        return body(matcher)
    }

    #if DEBUG
        /// The steps that finding all matches takes with a new matcher, and the states of the pattern's
        /// program.
        package func steps(in text: [UInt8]) -> (steps: Int, states: Int) {
            let matcher = Matcher(compiled)
            text.withUnsafeBufferPointer { text in
                matcher.begin(text)
                _ = matches(in: text, limit: .max, withGroups: true, matcher)
            }
            let states = compiled.looks.reduce(compiled.program.states.count) { $0 + $1.table.states.count }
            return (matcher.steps, states)
        }
    #endif
}

/// The matches of a pattern in a text.
package struct PatternMatches: RandomAccessCollection, Sendable {
    private var slots: [Int] = []
    private let groupCount: Int

    fileprivate init(groupCount: Int) {
        self.groupCount = groupCount
    }

    fileprivate mutating func append(_ match: [Int]) {
        slots += match[..<(2 * groupCount + 2)]
    }

    package var startIndex: Int { 0 }
    package var endIndex: Int { slots.count / (2 * groupCount + 2) }

    package subscript(index: Int) -> Match {
        let first = index * (2 * groupCount + 2)
        return Match(slots: slots[first..<first + 2 * groupCount + 2])
    }

    /// A match: the places of the whole and of its groups, in bytes.
    package struct Match: Sendable {
        fileprivate let slots: ArraySlice<Int>

        /// The range of the whole match.
        package var range: Range<Int> { slots[slots.startIndex]..<slots[slots.startIndex + 1] }

        /// The range of a group, from 1; 0 is the whole match. `nil` for a group that did not participate.
        package subscript(group: Int) -> Range<Int>? {
            let first = slots.startIndex + 2 * group
            guard group >= 0, first + 1 < slots.endIndex, slots[first] >= 0, slots[first + 1] >= slots[first]
            else {
                return nil
            }
            return slots[first]..<slots[first + 1]
        }

        /// The number of groups.
        package var groupCount: Int { slots.count / 2 - 1 }
    }
}
