package import Records
import Synchronization

/// Digits that follow each other in a text although they are in different elements of the page: those of
/// `$12<sup>99</sup>`, whose text is "$1299".
package struct JoinedDigits: Hashable, Sendable {
    /// Which of the digits are in a `sup` or `sub`.
    package enum Raised: Sendable {
        /// None, or all.
        case none
        /// Those of the last element.
        case last
        /// Others.
        case others
    }

    /// The digits of the text up to the end of these, without any other characters: at least those of the whole number.
    private let digits: [Unicode.Scalar]
    /// The number of digits in each element after the first.
    private let counts: [Int]
    private let raised: Raised
    /// What precedes them.
    private let start: Start
    /// Whether the text around them has a currency.
    private let isInAmount: Bool

    /// What precedes the digits, or what they are together.
    package enum Start: Sendable {
        /// A point or comma in the element of the first: `<b>4.5</b><i>12</i>`.
        case afterMark
        /// Each is in an element of its own, as in counters: `<i>1</i><i>2</i><i>9</i>`.
        case alone
        case other
    }

    package init(digits: [UInt8], counts: [Int], raised: Raised, start: Start, isInAmount: Bool) {
        self.digits = digits.map { Unicode.Scalar($0) }
        self.counts = counts
        self.raised = raised
        self.start = start
        self.isInAmount = isInAmount
    }

    /// The number of digits of a fraction that is the last element: in amounts of money it has two. `nil` if the digits are
    /// others, or one number.
    ///
    /// - Parameters:
    ///   - own: digits of a text that follow each other.
    ///   - isAmount: whether they are an amount of money.
    ///   - text: the whole text, for messages.
    /// - Throws: if it is ambiguous whether the digits are one number.
    fileprivate func fraction(
        of own: ArraySlice<Unicode.Scalar>,
        isAmount: Bool,
        _ text: String
    ) throws(StepError) -> Int? {
        guard digits.last == own.last, digits.suffix(own.count).elementsEqual(own) else { return nil }
        var parts: [Int] = []
        var sum = 0
        for count in counts.reversed() where sum + count < own.count {
            sum += count
            parts.append(count)
        }
        guard let last = parts.first else { return nil }
        switch raised {
        case .none:
            guard isAmount || isInAmount else {
                if start == .alone { return nil }
                throw StepError(
                    "\(text.quoted) has digits of several elements, which may be several numbers: extract them apart"
                )
            }
            if last != 2, start != .afterMark { return nil }
            if last == 2, isAmount, parts.count == 1 { return last }
            throw StepError(
                "\(text.quoted) has digits of several elements, and the last may be a fraction: extract the amount with its currency"
            )
        case .last where isAmount && parts == [2]: return last
        case .last, .others: throw JoinedDigits.raised(text)
        }
    }

    /// The error for a text with digits of a `sup` or `sub` that are not a fraction.
    static func raised(_ text: String) -> StepError {
        StepError(
            "\(text.quoted) has raised digits, which may be part of its number: extract them apart, or exclude them with \"without\""
        )
    }
}

/// Letters after a number that letters of another element follow: "K" in `<b>1.2K</b><i>views</i>`, whose text is
/// "1.2Kviews".
package struct JoinedWord: Hashable, Sendable {
    /// The last digit before them.
    private let digit: Unicode.Scalar
    private let letters: [Unicode.Scalar]
    /// The first letter of the other element.
    private let next: Unicode.Scalar
    /// Whether the letters are not in the element of the digit.
    private let isApart: Bool

    package init(digit: Unicode.Scalar, letters: [Unicode.Scalar], next: Unicode.Scalar, isApart: Bool) {
        self.digit = digit
        self.letters = letters
        self.next = next
        self.isApart = isApart
    }

    /// The maximum number of letters: more than those of words that multiply.
    package static let limit = 32

    /// The end of the first element's letters after a number; `nil` if the letters are of one element.
    ///
    /// - Throws: if there is one letter, which may multiply, and it is not in the element of the number.
    fileprivate static func end(
        _ scalars: [Unicode.Scalar],
        after number: Int,
        in known: Set<JoinedWord>,
        _ text: String
    ) throws(StepError) -> Int? {
        let word = scalars[number...].drop(while: \.properties.isWhitespace)
            .prefix(while: MultiplierWord.hasLetter)
        guard number > 0, word.count > 1 else { return nil }
        for end in word.indices.dropFirst().prefix(limit) {
            let letters = Array(word[..<end])
            func isKnown(isApart: Bool) -> Bool {
                let word = JoinedWord(
                    digit: scalars[number - 1],
                    letters: letters,
                    next: scalars[end],
                    isApart: isApart
                )
                return known.contains(word)
            }
            if isKnown(isApart: false) { return end }
            guard isKnown(isApart: true) else { continue }
            if letters.count == 1, MultiplierWord.named(letters)?.isLetter == true {
                throw StepError(
                    "\(text.quoted) has letters of several elements after its number: extract the number apart"
                )
            }
            return end
        }
        return nil
    }
}

/// A place where a text goes on in another element of the page without a space.
package enum ElementJoint: Hashable, Sendable {
    case digits(JoinedDigits)
    case word(JoinedWord)
}

/// The joined digits and words in the texts that a field's value is made from.
package final class DigitsOfElements: Sendable {
    private struct Found {
        var list: [ElementJoint] = []
        var set: Set<ElementJoint> = []
        var digits: [JoinedDigits] = []
        var words: Set<JoinedWord> = []

        mutating func add(_ joint: ElementJoint) {
            guard set.insert(joint).inserted else { return }
            list.append(joint)
            switch joint {
            case .digits(let digits): self.digits.append(digits)
            case .word(let word): words.insert(word)
            }
        }
    }

    private let all = Mutex(Found())
    private let count = Atomic(0)

    /// Whether there are none, without a lock: a page is read by one thread.
    package var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

    package var list: [ElementJoint] { all.withLock(\.list) }

    package func add(_ joints: [ElementJoint]) {
        if joints.isEmpty { return }
        all.withLock { all in
            for joint in joints { all.add(joint) }
            count.store(all.list.count, ordering: .relaxed)
        }
    }

    package func removeAll() {
        if isEmpty { return }
        all.withLock { $0 = Found() }
        count.store(0, ordering: .relaxed)
    }

    /// A text's characters, with ``NumberMarks/elementBoundary`` before the fraction that is an element of its own.
    ///
    /// - Parameters:
    ///   - scalars: the characters, with digits of every script replaced by ASCII digits.
    ///   - isAmount: whether the text is an amount of money.
    /// - Throws: if it is ambiguous whether digits of different elements are one number.
    func separated(
        _ scalars: [Unicode.Scalar],
        isAmount: Bool,
        _ text: String
    ) throws(StepError) -> [Unicode.Scalar] {
        let all = self.all.withLock(\.digits)
        if all.isEmpty { return scalars }
        var start = 0
        while let first = scalars[start...].firstIndex(where: NumberToken.isDigit) {
            let own = scalars[first...].prefix(while: NumberToken.isDigit)
            for digits in all {
                guard let count = try digits.fraction(of: own, isAmount: isAmount, text) else { continue }
                var separated = scalars
                separated.insert(NumberMarks.elementBoundary, at: own.endIndex - count)
                return separated
            }
            start = own.endIndex
        }
        return scalars
    }

    /// A text's characters, with ``NumberMarks/elementBoundary`` after the letters after its number that are in an element
    /// before that of the next letters.
    ///
    /// - Parameter number: the end of the number.
    /// - Throws: if it is ambiguous whether the letters are one word.
    func divided(
        _ scalars: [Unicode.Scalar],
        after number: Int,
        _ text: String
    ) throws(StepError) -> [Unicode.Scalar] {
        let words = all.withLock(\.words)
        if words.isEmpty { return scalars }
        guard let end = try JoinedWord.end(scalars, after: number, in: words, text) else { return scalars }
        var divided = scalars
        divided.insert(NumberMarks.elementBoundary, at: end)
        return divided
    }

    /// Checks that a text's digits are one number.
    package func check(_ text: String) throws(StepError) {
        if isEmpty { return }
        _ = try separated(Array(text.unicodeScalars), isAmount: false, text)
    }
}
