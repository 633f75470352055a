// The insertion modes of the head (HTML standard, 13.2.6.4.4 to 13.2.6.4.6).
extension TreeConstructor {
    /// The "in head" insertion mode.
    mutating func processInHead() {
        switch kind {
        case .characters:
            if !insertWhiteSpace() { return }
        case .comment: return insertComment()
        case .doctype: return
        case .startTag:
            if processStartTagInHead() { return }
        case .endTag:
            switch tag {
            case .head:
                pop()
                mode = .afterHead
                return
            case .body, .html, .br: break
            case .template: return processTemplateEndTag()
            default: return
            }
        case .endOfFile: break
        }
        pop()
        reprocess(.afterHead)
    }

    /// - Returns: whether the token has been processed; false for "anything else".
    private mutating func processStartTagInHead() -> Bool {
        switch tag {
        case .html: processInBody()
        case .base, .basefont, .bgsound, .link, .meta: insertVoidElement()
        case .title: parseRCDATA()
        case .noscript where !scripting:
            insertElement()
            mode = .inHeadNoscript
        case .noscript, .noframes, .style: parseRawText()
        case .script: parseScript()
        case .template: processTemplateStartTag()
        case .head: break
        default: return false
        }
        return true
    }

    private mutating func processTemplateStartTag() {
        noteTemplate(insertElement())
        formatting.insertMarker()
        isFramesetOK = false
        mode = .inTemplate
        templateModes.append(.inTemplate)
    }

    private mutating func processTemplateEndTag() {
        let template = open.topmost(.template)
        if template == 0 { return }
        // "Generate all implied end tags thoroughly" changes nothing that this does not.
        pop(through: template)
        clearFormattingToMarker()
        templateModes.removeLast()
        resetInsertionMode()
    }

    /// The "in head noscript" insertion mode.
    mutating func processInHeadNoscript() {
        switch kind {
        case .doctype: return
        case .comment: return insertComment()
        case .characters:
            if !insertWhiteSpace() { return }
        case .startTag:
            switch tag {
            case .html: return processInBody()
            case .basefont, .bgsound, .link, .meta, .noframes, .style: return processInHead()
            case .head, .noscript: return
            default: break
            }
        case .endTag:
            switch tag {
            case .noscript:
                pop()
                mode = .inHead
                return
            case .br: break
            default: return
            }
        case .endOfFile: break
        }
        pop()
        reprocess(.inHead)
    }

    /// The "after head" insertion mode.
    mutating func processAfterHead() {
        switch kind {
        case .characters:
            if !insertWhiteSpace() { return }
        case .comment: return insertComment()
        case .doctype: return
        case .startTag:
            if processStartTagAfterHead() { return }
        case .endTag:
            switch tag {
            case .template: return processInHead()
            case .body, .html, .br: break
            default: return
            }
        case .endOfFile: break
        }
        insertImpliedElement(.body)
        reprocess(.inBody)
    }

    /// - Returns: whether the token has been processed; false for "anything else".
    private mutating func processStartTagAfterHead() -> Bool {
        switch tag {
        case .html: processInBody()
        case .body:
            insertElement()
            isFramesetOK = false
            mode = .inBody
        case .frameset:
            insertElement()
            mode = .inFrameset
        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
            processInClosedHead()
        case .head: break
        default: return false
        }
        return true
    }

    /// Pushes the head onto the stack once more, for elements that follow it but belong in it.
    private mutating func processInClosedHead() {
        guard let headElement else { return }
        open.push(headElement, known.names[Int(Tag.head.rawValue)], .head, .special)
        processInHead()
        // It is the last but one by now, or still the last.
        let head = open.number(of: headElement)
        if head != 0 { open.remove(head) }
    }
}
