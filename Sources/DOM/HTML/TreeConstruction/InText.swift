// The "text" insertion mode (HTML standard, 13.2.6.4.8) and the algorithms that lead to it (13.2.6.2).
extension TreeConstructor {
    /// The "text" insertion mode.
    mutating func processText() {
        switch kind {
        case .characters:
            insert(tokenizer.token.text)
        case .endOfFile:
            pop()
            reprocess(originalMode)
        case .startTag, .endTag, .comment, .doctype:
            pop()
            mode = originalMode
        }
    }

    /// "The generic raw text element parsing algorithm".
    mutating func parseRawText() { parseText(.rawtext) }

    /// "The generic RCDATA element parsing algorithm".
    mutating func parseRCDATA() { parseText(.rcdata) }

    /// What the start tag "script" does.
    mutating func parseScript() { parseText(.scriptData) }

    private mutating func parseText(_ state: TokenizerState) {
        insertElement()
        tokenizer.state = state
        originalMode = mode
        mode = .text
    }

    /// What the start tag "textarea" does.
    mutating func parseTextarea() {
        parseRCDATA()
        skipsLineFeed = true
        isFramesetOK = false
    }
}
