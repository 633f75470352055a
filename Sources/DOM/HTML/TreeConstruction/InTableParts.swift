// The insertion modes of a table's bodies, rows and cells (HTML standard, 13.2.6.4.13 to 13.2.6.4.15).
extension TreeConstructor {
    /// The "in table body" insertion mode.
    mutating func processInTableBody() {
        switch (kind, tag) {
        case (.startTag, .tr):
            clearStack(to: .tableBodyContext)
            insertElement()
            mode = .inRow
        case (.startTag, .td), (.startTag, .th):
            clearStack(to: .tableBodyContext)
            insertImpliedElement(.tr)
            reprocess(.inRow)
        case (.endTag, .tbody), (.endTag, .tfoot), (.endTag, .thead):
            if open.hasInTableScope(tag) { endTableBody() }
        case (.startTag, .caption), (.startTag, .col), (.startTag, .colgroup), (.startTag, .tbody),
            (.startTag, .tfoot), (.startTag, .thead), (.endTag, .table):
            guard open.hasTableBodyInTableScope else { return }
            endTableBody()
            reprocesses = true
        case (.endTag, .body), (.endTag, .caption), (.endTag, .col), (.endTag, .colgroup), (.endTag, .html),
            (.endTag, .td), (.endTag, .th), (.endTag, .tr):
            break
        default: processInTable()
        }
    }

    private mutating func endTableBody() {
        clearStack(to: .tableBodyContext)
        pop()
        mode = .inTable
    }

    /// The "in row" insertion mode.
    mutating func processInRow() {
        switch (kind, tag) {
        case (.startTag, .td), (.startTag, .th):
            clearStack(to: .tableRowContext)
            insertElement()
            mode = .inCell
            formatting.insertMarker()
        case (.endTag, .tr):
            _ = endRow()
        case (.startTag, .caption), (.startTag, .col), (.startTag, .colgroup), (.startTag, .tbody),
            (.startTag, .tfoot), (.startTag, .thead), (.startTag, .tr), (.endTag, .table):
            reprocesses = endRow()
        case (.endTag, .tbody), (.endTag, .tfoot), (.endTag, .thead):
            if open.hasInTableScope(tag) { reprocesses = endRow() }
        case (.endTag, .body), (.endTag, .caption), (.endTag, .col), (.endTag, .colgroup), (.endTag, .html),
            (.endTag, .td), (.endTag, .th):
            break
        default: processInTable()
        }
    }

    private mutating func endRow() -> Bool {
        guard open.hasInTableScope(.tr) else { return false }
        clearStack(to: .tableRowContext)
        pop()
        mode = .inTableBody
        return true
    }

    /// The "in cell" insertion mode.
    mutating func processInCell() {
        switch kind {
        case .characters: return processInBody()
        case .startTag:
            switch tag {
            case .caption, .col, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr:
                guard open.hasInTableScope(.td) || open.hasInTableScope(.th) else { return }
                closeCell()
                reprocesses = true
                return
            default: break
            }
        case .endTag:
            switch tag {
            case .td, .th:
                if open.hasInTableScope(tag) { closeCell(open.topmost(tag)) }
                return
            case .body, .caption, .col, .colgroup, .html: return
            case .table, .tbody, .tfoot, .thead, .tr:
                guard open.hasInTableScope(tag) else { return }
                closeCell()
                reprocesses = true
                return
            default: break
            }
        case .comment, .doctype, .endOfFile: break
        }
        processInBody()
    }

    /// "Close the cell".
    private mutating func closeCell() {
        let td = open.topmost(.td)
        let th = open.topmost(.th)
        closeCell(open[td].order > open[th].order ? td : th)
    }

    private mutating func closeCell(_ cell: Int32) {
        pop(through: cell)
        clearFormattingToMarker()
        mode = .inRow
    }
}
