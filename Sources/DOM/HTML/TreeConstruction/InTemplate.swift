// The "in template" insertion mode (HTML standard, 13.2.6.4.16).
extension TreeConstructor {
    mutating func processInTemplate() {
        switch kind {
        case .characters, .comment, .doctype: processInBody()
        case .startTag:
            switch tag {
            case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
                processInHead()
            case .caption, .colgroup, .tbody, .tfoot, .thead: switchTemplate(to: .inTable)
            case .col: switchTemplate(to: .inColumnGroup)
            case .tr: switchTemplate(to: .inTableBody)
            case .td, .th: switchTemplate(to: .inRow)
            default: switchTemplate(to: .inBody)
            }
        case .endTag:
            if tag == .template { processInHead() }
        case .endOfFile: processEndOfFileInTemplate()
        }
    }

    /// Replaces the current template insertion mode, and reprocesses the token.
    private mutating func switchTemplate(to mode: InsertionMode) {
        if !templateModes.isEmpty { templateModes.removeLast() }
        templateModes.append(mode)
        reprocess(mode)
    }

    private mutating func processEndOfFileInTemplate() {
        let template = open.topmost(.template)
        if template == 0 { return stopParsing() }
        pop(through: template)
        clearFormattingToMarker()
        if !templateModes.isEmpty { templateModes.removeLast() }
        resetInsertionMode()
        reprocesses = true
    }
}
