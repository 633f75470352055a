import Basics

// The insertion modes of what follows the body, and of framesets (HTML standard, 13.2.6.4.17 to 13.2.6.4.21).
extension TreeConstructor {
    /// The "after body" insertion mode.
    mutating func processAfterBody() {
        switch kind {
        case .characters where isWhiteSpace(tokenizer.token.text): return processInBody()
        case .comment: return insertComment(into: open[open.bottom].node)
        case .doctype: return
        case .startTag where tag == .html: return processInBody()
        case .endTag where tag == .html:
            if !isFragment { mode = .afterAfterBody }
            return
        case .endOfFile: return stopParsing()
        case .characters, .startTag, .endTag: reprocess(.inBody)
        }
    }

    /// The "after after body" insertion mode.
    mutating func processAfterAfterBody() {
        switch kind {
        case .comment: insertComment(into: documentNode)
        case .doctype: processInBody()
        case .characters where isWhiteSpace(tokenizer.token.text): processInBody()
        case .startTag where tag == .html: processInBody()
        case .endOfFile: stopParsing()
        case .characters, .startTag, .endTag: reprocess(.inBody)
        }
    }

    // MARK: - Framesets

    /// The "in frameset" insertion mode.
    mutating func processInFrameset() {
        switch kind {
        case .characters: insertWhiteSpaceAlone()
        case .comment: insertComment()
        case .doctype: break
        case .startTag:
            switch tag {
            case .html: processInBody()
            case .frameset: insertElement()
            case .frame: insertVoidElement()
            case .noframes: processInHead()
            default: break
            }
        case .endTag:
            guard tag == .frameset, open.top != open.bottom else { return }
            pop()
            if !isFragment, !open[open.top].is(.frameset) { mode = .afterFrameset }
        case .endOfFile: stopParsing()
        }
    }

    /// The "after frameset" insertion mode.
    mutating func processAfterFrameset() {
        switch kind {
        case .characters: insertWhiteSpaceAlone()
        case .comment: insertComment()
        case .startTag where tag == .html: processInBody()
        case .startTag where tag == .noframes: processInHead()
        case .endTag where tag == .html: mode = .afterAfterFrameset
        case .endOfFile: stopParsing()
        case .doctype, .startTag, .endTag: break
        }
    }

    /// The "after after frameset" insertion mode.
    mutating func processAfterAfterFrameset() {
        switch kind {
        case .comment: insertComment(into: documentNode)
        case .doctype: processInBody()
        case .characters:
            if keepWhiteSpace() { processInBody() }
        case .startTag where tag == .html: processInBody()
        case .startTag where tag == .noframes: processInHead()
        case .endOfFile: stopParsing()
        case .startTag, .endTag: break
        }
    }

    /// Inserts the white space of the characters token, and ignores the rest.
    mutating func insertWhiteSpaceAlone() {
        if keepWhiteSpace() { insert(tokenizer.token.text) }
    }

    /// Drops all but white space from the characters token.
    ///
    /// - Returns: whether anything is left.
    private mutating func keepWhiteSpace() -> Bool {
        let text = tokenizer.token.text
        if !isWhiteSpace(text) {
            tokenizer.token.text = filter(text, \.isASCIIWhiteSpace)
            tokenizer.token.hasNUL = false
        }
        return tokenizer.token.text.count > 0
    }
}
