/// The insertion modes, which determine how tree construction processes a token (HTML standard,
/// [13.2.4.1](https://html.spec.whatwg.org/multipage/parsing.html#the-insertion-mode)).
enum InsertionMode: UInt8 {
    case initial
    case beforeHTML
    case beforeHead
    case inHead
    case inHeadNoscript
    case afterHead
    case inBody
    case text
    case inTable
    case inTableText
    case inCaption
    case inColumnGroup
    case inTableBody
    case inRow
    case inCell
    case inTemplate
    case afterBody
    case inFrameset
    case afterFrameset
    case afterAfterBody
    case afterAfterFrameset
}

// "Reset the insertion mode appropriately" (HTML standard, 13.2.4.1).
extension TreeConstructor {
    /// Sets the mode by the topmost element that determines one.
    ///
    /// Complexity: linear in the number of such names, independent of the stack.
    mutating func resetInsertionMode() {
        var mode: InsertionMode?
        var order = -1
        func consider(_ tag: Tag, _ candidate: InsertionMode) {
            let number = open.topmost(tag)
            guard number != 0, open[number].order > order else { return }
            order = open[number].order
            mode = candidate
        }
        consider(.td, .inCell)
        consider(.th, .inCell)
        consider(.tr, .inRow)
        consider(.tbody, .inTableBody)
        consider(.thead, .inTableBody)
        consider(.tfoot, .inTableBody)
        consider(.caption, .inCaption)
        consider(.colgroup, .inColumnGroup)
        consider(.table, .inTable)
        consider(.template, currentTemplateMode)
        consider(.head, .inHead)
        consider(.body, .inBody)
        consider(.frameset, .inFrameset)
        self.mode = mode ?? modeOfBottom
    }

    /// The mode for the root, or for the context element of a fragment.
    private var modeOfBottom: InsertionMode {
        guard isFragment else { return headElement == nil ? .beforeHead : .afterHead }
        return switch contextTag {
        case .tr: .inRow
        case .tbody, .thead, .tfoot: .inTableBody
        case .caption: .inCaption
        case .colgroup: .inColumnGroup
        case .table: .inTable
        case .template: currentTemplateMode
        case .frameset: .inFrameset
        case .html: headElement == nil ? .beforeHead : .afterHead
        default: .inBody
        }
    }

    private var currentTemplateMode: InsertionMode {
        templateModes.isEmpty ? .inBody : templateModes[templateModes.count - 1]
    }
}
