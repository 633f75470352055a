import Basics
package import DOM
package import Values

/// A search for digits of a text that follow each other and are in different elements: `$12<sup>99</sup>`, and for letters
/// after a number that do: `<b>1.2K</b><i>views</i>`.
package struct DigitWalk {
    /// Digits whose text may have a currency.
    private var found:
        [(digits: [UInt8], counts: [Int], raised: JoinedDigits.Raised, start: JoinedDigits.Start)] = []
    private var words: [JoinedWord] = []
    /// The letters so far after a digit, and whether they are in another element.
    private var word: (digit: Unicode.Scalar, letters: [Unicode.Scalar], isApart: Bool)?
    /// The last digits so far.
    private var digits: [UInt8] = []
    /// The digits at the end of the text so far: their number in each element, and whether they are raised there.
    private var run: [(count: Int, isRaised: Bool)] = []
    /// Whether a point or comma precedes the run in the element of its first digit.
    private var isAfterMark = false
    /// Whether the last character is a point or comma.
    private var endsWithMark = false
    /// The element of the last text.
    private var parent: NodeRef?
    /// Whether a digit would be in the element of the last character.
    private var continues = false

    /// The number of digits that are kept: those of a number, and of others directly before it.
    private static let limit = 1024

    /// The joined digits and words in nodes that follow each other.
    ///
    /// - Parameters:
    ///   - document: the document that contains them.
    ///   - isExcluded: elements whose text is left out.
    /// - Complexity: linear in the size of their trees.
    package static func joints(
        in nodes: [NodeRef],
        of document: Document,
        excluding isExcluded: ((NodeRef) -> Bool)? = nil
    ) -> [ElementJoint] {
        // Nearly every number is in a single text node.
        if nodes.count == 1, nodes[0].firstElementChild == nil { return [] }
        var walk = DigitWalk()
        for node in nodes { walk.read(node, excluding: isExcluded) }
        walk.endRun()
        let words = walk.words.map(ElementJoint.word)
        if walk.found.isEmpty { return words }
        let text = nodes.map { node in
            node.isText
                ? String(decoding: node.content, as: UTF8.self) : document.string(of: node, onOneLine: true)
        }
        let isInAmount = MoneyReader.namesCurrency(text.joined())
        let digits = walk.found.map { found in
            JoinedDigits(
                digits: found.digits,
                counts: found.counts,
                raised: found.raised,
                start: found.start,
                isInAmount: isInAmount
            )
        }
        return digits.map(ElementJoint.digits) + words
    }

    private mutating func read(_ root: NodeRef, excluding isExcluded: ((NodeRef) -> Bool)?) {
        if root.isText { return read(text: root, within: root) }
        var next = root.firstChild
        while let node = next {
            if node.isText { read(text: node, within: root) }
            let isUnread = node.isElement && LabelIndex.isUnread(node)
            if isUnread {
                endRun()
                word = nil
            }
            if isUnread || node.isElement && isExcluded?(node) == true {
                next = node.nextSkippingChildren(within: root)
            } else {
                next = node.next(within: root)
            }
        }
    }

    private mutating func read(text: NodeRef, within root: NodeRef) {
        continues = text.parent == parent
        parent = text.parent
        var isRaised: Bool?
        let content = text.content
        if content.allSatisfy({ $0 < 0x80 }) {
            for byte in content { read(Unicode.Scalar(byte), in: text, within: root, &isRaised) }
            return
        }
        for scalar in String(decoding: content, as: UTF8.self).unicodeScalars {
            guard let plain = scalar.isASCII ? scalar : NumberToken.plain(scalar) else { continue }
            read(plain, in: text, within: root, &isRaised)
        }
    }

    /// Reads a character of a text: a digit, or any other.
    private mutating func read(
        _ scalar: Unicode.Scalar,
        in text: NodeRef,
        within root: NodeRef,
        _ isRaised: inout Bool?
    ) {
        if NumberToken.isDigit(scalar) {
            if run.isEmpty { isAfterMark = continues && endsWithMark }
            word = (scalar, [], false)
            if !run.isEmpty, continues {
                run[run.count - 1].count += 1
            } else {
                let raised = isRaised ?? DigitWalk.isRaised(text, within: root)
                isRaised = raised
                run.append((1, raised))
            }
            digits.append(UInt8(scalar.value))
        } else {
            endRun()
            readLetter(scalar)
        }
        endsWithMark = scalar == "." || scalar == ","
        continues = true
    }

    /// Reads a character after a digit and its letters, which ends them unless it is a letter or a space before them.
    private mutating func readLetter(_ scalar: Unicode.Scalar) {
        guard let known = word else { return }
        guard NumberToken.isLetter(scalar) else {
            if !known.letters.isEmpty || !scalar.properties.isWhitespace { word = nil }
            return
        }
        if !continues {
            if !known.letters.isEmpty {
                words.append(
                    JoinedWord(
                        digit: known.digit,
                        letters: known.letters,
                        next: scalar,
                        isApart: known.isApart
                    )
                )
                word = nil
                return
            }
            word?.isApart = true
        }
        if known.letters.count < JoinedWord.limit { word?.letters.append(scalar) } else { word = nil }
    }

    private mutating func endRun() {
        if run.count > 1 {
            let isFirst = run[0].isRaised
            let raised: JoinedDigits.Raised =
                run.allSatisfy { $0.isRaised == isFirst }
                ? .none : run.count == 2 && !isFirst ? .last : .others
            let start: JoinedDigits.Start =
                isAfterMark ? .afterMark : run.allSatisfy { $0.count == 1 } ? .alone : .other
            found.append((digits.suffix(DigitWalk.limit), run.dropFirst().map(\.count), raised, start))
        }
        if digits.count > 2 * DigitWalk.limit { digits.removeFirst(DigitWalk.limit) }
        run.removeAll(keepingCapacity: true)
    }

    /// Whether a text is shown above or below the line.
    private static func isRaised(_ text: NodeRef, within root: NodeRef) -> Bool {
        var element = text.parent
        while let ancestor = element, ancestor.isElement {
            if ["sup", "sub"].contains(ancestor.name.string) { return true }
            if ancestor == root { return false }
            element = ancestor.parent
        }
        return false
    }
}
