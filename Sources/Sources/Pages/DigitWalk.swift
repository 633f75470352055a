import Basics
package import DOM
package import Values

/// A search for digits of a text that follow each other and are in different elements: `$12<sup>99</sup>`.
package struct DigitWalk {
    /// Digits whose text may have a currency.
    private var found: [(digits: [UInt8], counts: [Int], raised: JoinedDigits.Raised)] = []
    /// The last digits so far.
    private var digits: [UInt8] = []
    /// The digits at the end of the text so far: their number in each element, and whether they are raised there.
    private var run: [(count: Int, isRaised: Bool)] = []
    /// The element of the last text.
    private var parent: NodeRef?
    /// Whether a digit would be in the element of the last character.
    private var continues = false

    /// The number of digits that are kept: those of a number, and of others directly before it.
    private static let limit = 1024

    /// The joined digits in nodes that follow each other.
    ///
    /// - Parameters:
    ///   - document: the document that contains them.
    ///   - isExcluded: elements whose text is left out.
    /// - Complexity: linear in the size of their trees.
    package static func joinedDigits(
        in nodes: [NodeRef],
        of document: Document,
        excluding isExcluded: ((NodeRef) -> Bool)? = nil
    ) -> [JoinedDigits] {
        // Nearly every number is in a single text node.
        if nodes.count == 1, nodes[0].firstElementChild == nil { return [] }
        var walk = DigitWalk()
        for node in nodes { walk.read(node, excluding: isExcluded) }
        walk.endRun()
        if walk.found.isEmpty { return [] }
        let text = nodes.map { node in
            node.isText
                ? String(decoding: node.content, as: UTF8.self) : document.string(of: node, onOneLine: true)
        }
        let isInAmount = MoneyReader.namesCurrency(text.joined())
        return walk.found.map { found in
            JoinedDigits(
                digits: found.digits,
                counts: found.counts,
                raised: found.raised,
                isInAmount: isInAmount
            )
        }
    }

    private mutating func read(_ root: NodeRef, excluding isExcluded: ((NodeRef) -> Bool)?) {
        if root.isText { return read(text: root, within: root) }
        var next = root.firstChild
        while let node = next {
            if node.isText { read(text: node, within: root) }
            let isUnread = node.isElement && LabelIndex.isUnread(node)
            if isUnread { endRun() }
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
            for byte in content { read(byte, in: text, within: root, &isRaised) }
            return
        }
        for scalar in String(decoding: content, as: UTF8.self).unicodeScalars {
            guard let plain = scalar.isASCII ? scalar : NumberToken.plain(scalar) else { continue }
            read(NumberToken.isDigit(plain) ? UInt8(plain.value) : 0, in: text, within: root, &isRaised)
        }
    }

    /// Reads a character of a text: a digit, or any other.
    private mutating func read(
        _ byte: UInt8,
        in text: NodeRef,
        within root: NodeRef,
        _ isRaised: inout Bool?
    ) {
        if byte.isASCIIDigit {
            if !run.isEmpty, continues {
                run[run.count - 1].count += 1
            } else {
                let raised = isRaised ?? DigitWalk.isRaised(text, within: root)
                isRaised = raised
                run.append((1, raised))
            }
            digits.append(byte)
        } else {
            endRun()
        }
        continues = true
    }

    private mutating func endRun() {
        if run.count > 1 {
            let isFirst = run[0].isRaised
            let raised: JoinedDigits.Raised =
                run.allSatisfy { $0.isRaised == isFirst }
                ? .none : run.count == 2 && !isFirst ? .last : .others
            found.append((digits.suffix(DigitWalk.limit), run.dropFirst().map(\.count), raised))
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
