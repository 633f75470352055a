// The tree construction dispatcher (HTML standard, 13.2.6).
extension TreeConstructor {
    /// Processes the token: by the insertion mode, or by the rules of foreign content.
    @inline(__always)
    mutating func process() {
        if open[open.top].kind.isDisjoint(with: .foreign) || isForHTML() {
            processByInsertionMode()
        } else {
            processInForeignContent()
        }
    }

    /// Whether the token is HTML's though the adjusted current node is foreign.
    private func isForHTML() -> Bool {
        let kind = open[open.top].kind
        switch tokenizer.token.kind {
        case .startTag:
            let tag = tokenizer.token.tag
            if kind.contains(.htmlIntegrationPoint) { return true }
            if kind.contains(.textIntegrationPoint) { return tag != .mglyph && tag != .malignmark }
            return kind.contains(.annotation) && tag == .svg
        case .characters:
            return !kind.isDisjoint(with: [.htmlIntegrationPoint, .textIntegrationPoint])
        case .endOfFile:
            return true
        case .endTag, .comment, .doctype:
            return false
        }
    }

    /// Processes the token "using the rules given in the section corresponding to the current insertion mode in HTML
    /// content".
    mutating func processByInsertionMode() {
        switch mode {
        case .initial: processInitial()
        case .beforeHTML: processBeforeHTML()
        case .beforeHead: processBeforeHead()
        case .inHead: processInHead()
        case .inHeadNoscript: processInHeadNoscript()
        case .afterHead: processAfterHead()
        case .inBody: processInBody()
        case .text: processText()
        case .inTable: processInTable()
        case .inTableText: processInTableText()
        case .inCaption: processInCaption()
        case .inColumnGroup: processInColumnGroup()
        case .inTableBody: processInTableBody()
        case .inRow: processInRow()
        case .inCell: processInCell()
        case .inTemplate: processInTemplate()
        case .afterBody: processAfterBody()
        case .inFrameset: processInFrameset()
        case .afterFrameset: processAfterFrameset()
        case .afterAfterBody: processAfterAfterBody()
        case .afterAfterFrameset: processAfterAfterFrameset()
        }
    }

    /// "Switch the insertion mode to …" and "reprocess the token".
    @inline(__always)
    mutating func reprocess(_ mode: InsertionMode) {
        self.mode = mode
        reprocesses = true
    }

    /// "Stop parsing" (13.2.7).
    mutating func stopParsing() {
        isStopped = true
    }

    /// The token's kind.
    @inline(__always) var kind: Token.Kind { tokenizer.token.kind }

    /// The token's tag, of start and end tags.
    @inline(__always) var tag: Tag { tokenizer.token.tag }
}
