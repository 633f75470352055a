/// What tree construction does with a token, by where in the page it stands (HTML standard,
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
