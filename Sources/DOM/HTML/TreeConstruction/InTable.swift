// The table's insertion modes (HTML standard, 13.2.6.4.9 to 13.2.6.4.12).
extension TreeConstructor {
    /// The "in table" insertion mode.
    mutating func processInTable() {
        switch kind {
        case .characters:
            let tag = open[open.top].htmlTag
            guard tag == .template || traits[Int(tag.rawValue)].contains(.fosterParenting) else { break }
            pendingTableText.removeAll()
            originalMode = mode
            return reprocess(.inTableText)
        case .comment: return insertComment()
        case .doctype: return
        case .startTag:
            if processStartTagInTable() { return }
        case .endTag:
            switch tag {
            case .table:
                if endTable() { resetInsertionMode() }
                return
            case .body, .caption, .col, .colgroup, .html, .tbody, .td, .tfoot, .th, .thead, .tr: return
            case .template: return processInHead()
            default: break
            }
        case .endOfFile: return processInBody()
        }
        processInBodyWithFosterParenting()
    }

    /// - Returns: whether the token has been processed; false for "anything else".
    private mutating func processStartTagInTable() -> Bool {
        switch tag {
        case .caption:
            clearStack(to: .tableContext)
            formatting.insertMarker()
            insertElement()
            mode = .inCaption
        case .colgroup:
            clearStack(to: .tableContext)
            insertElement()
            mode = .inColumnGroup
        case .col:
            clearStack(to: .tableContext)
            insertImpliedElement(.colgroup)
            reprocess(.inColumnGroup)
        case .tbody, .tfoot, .thead:
            clearStack(to: .tableContext)
            insertElement()
            mode = .inTableBody
        case .td, .th, .tr:
            clearStack(to: .tableContext)
            insertImpliedElement(.tbody)
            reprocess(.inTableBody)
        case .table:
            if endTable() {
                resetInsertionMode()
                reprocesses = true
            }
        case .style, .script, .template: processInHead()
        case .input where isHiddenInput: insertVoidElement()
        case .form:
            if formElement == nil, open.topmost(.template) == 0 {
                formElement = insertElement()
                pop()
            }
        default: return false
        }
        return true
    }

    /// Pops elements through a table in table scope.
    ///
    /// - Returns: whether there is one.
    private mutating func endTable() -> Bool {
        guard open.hasInTableScope(.table) else { return false }
        pop(through: open.topmost(.table))
        return true
    }

    /// "Enable foster parenting, process the token using the rules for the 'in body' insertion mode, and then disable
    /// foster parenting."
    mutating func processInBodyWithFosterParenting() {
        isFosterParenting = true
        processInBody()
        isFosterParenting = false
    }

    // MARK: - Contexts

    /// The elements up to which the stack is cleared.
    enum TableContext {
        case tableContext, tableBodyContext, tableRowContext
    }

    /// "Clear the stack back to a table context", or to a table body or row context.
    mutating func clearStack(to context: TableContext) {
        while !isContext(open[open.top].htmlTag, context) { pop() }
    }

    private func isContext(_ tag: Tag, _ context: TableContext) -> Bool {
        switch (tag, context) {
        case (.template, _), (.html, _), (.table, .tableContext), (.tr, .tableRowContext): true
        case (.tbody, .tableBodyContext), (.tfoot, .tableBodyContext), (.thead, .tableBodyContext): true
        default: false
        }
    }

    // MARK: - Text

    /// The "in table text" insertion mode.
    mutating func processInTableText() {
        if kind == .characters {
            if tokenizer.token.hasNUL, !dropNUL() { return }
            pendingTableText.append(tokenizer.token.text)
            return
        }
        let token = tokenizer.token
        insertPendingTableText()
        tokenizer.token = token
        reprocess(originalMode)
    }

    /// Inserts the pending characters: white space at the current node, anything else before the table.
    private mutating func insertPendingTableText() {
        var isAllWhiteSpace = true
        for index in 0..<pendingTableText.count where !isWhiteSpace(pendingTableText[index]) {
            isAllWhiteSpace = false
        }
        mode = originalMode
        for index in 0..<pendingTableText.count {
            if isAllWhiteSpace {
                insert(pendingTableText[index])
            } else {
                tokenizer.token.kind = .characters
                tokenizer.token.text = pendingTableText[index]
                tokenizer.token.hasNUL = false
                processInBodyWithFosterParenting()
            }
        }
        pendingTableText.removeAll()
    }

    // MARK: - Captions and columns

    /// The "in caption" insertion mode.
    mutating func processInCaption() {
        switch (kind, tag) {
        case (.endTag, .caption):
            _ = endCaption()
        case (.startTag, .caption), (.startTag, .col), (.startTag, .colgroup), (.startTag, .tbody),
            (.startTag, .td), (.startTag, .tfoot), (.startTag, .th), (.startTag, .thead), (.startTag, .tr),
            (.endTag, .table):
            reprocesses = endCaption()
        case (.endTag, .body), (.endTag, .col), (.endTag, .colgroup), (.endTag, .html), (.endTag, .tbody),
            (.endTag, .td), (.endTag, .tfoot), (.endTag, .th), (.endTag, .thead), (.endTag, .tr):
            break
        default: processInBody()
        }
    }

    private mutating func endCaption() -> Bool {
        guard open.hasInTableScope(.caption) else { return false }
        pop(through: open.topmost(.caption))
        clearFormattingToMarker()
        mode = .inTable
        return true
    }

    /// The "in column group" insertion mode.
    mutating func processInColumnGroup() {
        switch kind {
        case .characters:
            // The current node is a template or a fragment's root: all but white space is ignored.
            guard open[open.top].is(.colgroup) else { return insertWhiteSpaceAlone() }
            if !insertWhiteSpace() { return }
        case .comment: return insertComment()
        case .doctype: return
        case .startTag:
            switch tag {
            case .html: return processInBody()
            case .col: return insertVoidElement()
            case .template: return processInHead()
            default: break
            }
        case .endTag:
            switch tag {
            case .colgroup:
                if endColumnGroup() { mode = .inTable }
                return
            case .col: return
            case .template: return processInHead()
            default: break
            }
        case .endOfFile: return processInBody()
        }
        if endColumnGroup() { reprocess(.inTable) }
    }

    private mutating func endColumnGroup() -> Bool {
        guard open[open.top].is(.colgroup) else { return false }
        pop()
        return true
    }
}
