import CLibXML2

// The "in body" insertion mode (HTML standard,
// [13.2.6.4.7](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody)) but for its tags, which have
// files of their own.
extension TreeConstructor {
    @inline(__always)
    mutating func processInBody() {
        switch kind {
        case .characters: processCharactersInBody()
        case .startTag: processStartTagInBody()
        case .endTag: processEndTagInBody()
        case .comment: insertComment()
        case .doctype: break
        case .endOfFile: processEndOfFileInBody()
        }
    }

    @inline(__always)
    private mutating func processCharactersInBody() {
        if tokenizer.token.hasNUL, !dropNUL() { return }
        reconstructFormatting()
        insert(tokenizer.token.text)
        if isFramesetOK, !isWhiteSpace(tokenizer.token.text) { isFramesetOK = false }
    }

    private mutating func processEndOfFileInBody() {
        if templateModes.isEmpty { stopParsing() } else { processInTemplate() }
    }

    // MARK: - What several tags do

    /// "If the stack of open elements has a p element in button scope, then close a p element."
    @inline(__always)
    mutating func closeParagraphInButtonScope() {
        if open.topmost(.p) != 0, open.hasInButtonScope(.p) { pop(through: open.topmost(.p)) }
    }

    /// "Generate implied end tags" (13.2.6.3).
    ///
    /// - Parameter exception: the element that no end tag is implied for.
    @inline(__always)
    mutating func generateImpliedEndTags(except exception: Tag = .unknown) {
        while case let tag = open[open.top].htmlTag,
            traits[Int(tag.rawValue)].contains(.impliedEnd), tag != exception
        {
            pop()
        }
    }
}
