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
    /// Whether the text around them has a currency.
    private let isInAmount: Bool

    package init(digits: [UInt8], counts: [Int], raised: Raised, isInAmount: Bool) {
        self.digits = digits.map { Unicode.Scalar($0) }
        self.counts = counts
        self.raised = raised
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
            guard last == 2, isAmount || isInAmount else { return nil }
            if isAmount, parts.count == 1 { return last }
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

/// The joined digits in the texts that a field's value is made from.
package final class DigitsOfElements: Sendable {
    private let all = Mutex<(list: [JoinedDigits], set: Set<JoinedDigits>)>(([], []))
    private let count = Atomic(0)

    /// Whether there are none, without a lock: a page is read by one thread.
    package var isEmpty: Bool { count.load(ordering: .relaxed) == 0 }

    package var list: [JoinedDigits] { all.withLock(\.list) }

    package func add(_ digits: [JoinedDigits]) {
        if digits.isEmpty { return }
        all.withLock { all in
            for digits in digits where all.set.insert(digits).inserted { all.list.append(digits) }
            count.store(all.list.count, ordering: .relaxed)
        }
    }

    package func removeAll() {
        if isEmpty { return }
        all.withLock { $0 = ([], []) }
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
        let all = list
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

    /// Checks that a text's digits are one number.
    package func check(_ text: String) throws(StepError) {
        if isEmpty { return }
        _ = try separated(Array(text.unicodeScalars), isAmount: false, text)
    }
}
