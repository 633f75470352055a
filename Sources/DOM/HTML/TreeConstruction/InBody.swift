import CLibXML2

// The "in body" insertion mode (HTML standard,
// [13.2.6.4.7](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inbody)) except for its start tags, which
// have a file of their own.
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

    // MARK: - Steps of several tags

    /// "If the stack of open elements has a p element in button scope, then close a p element."
    @inline(__always)
    mutating func closeParagraphInButtonScope() {
        if open.topmost(.p) != 0, open.hasInButtonScope(.p) { pop(through: open.topmost(.p)) }
    }

    /// "Generate implied end tags" (13.2.6.3).
    ///
    /// - Parameter exception: the element for which no end tag is implied.
    @inline(__always)
    mutating func generateImpliedEndTags(except exception: Tag = .unknown) {
        while case let tag = open[open.top].htmlTag,
            traits[Int(tag.rawValue)].contains(.impliedEnd), tag != exception
        {
            pop()
        }
    }
}

// End tags in the "in body" insertion mode (HTML standard, 13.2.6.4.7), in the standard's order.
//
// Where the standard generates implied end tags and then pops elements through one that is open, popping them is all.
extension TreeConstructor {
    mutating func processEndTagInBody() {
        switch tag {
        case .template: processInHead()

        case .body, .html:
            if !open.hasInScope(.body) { return }
            mode = .afterBody
            if tag == .html { reprocesses = true }

        case .address, .article, .aside, .blockquote, .button, .center, .details, .dialog, .dir, .div, .dl,
            .fieldset, .figcaption, .figure, .footer, .header, .hgroup, .listing, .main, .menu, .nav, .ol,
            .pre, .search, .section, .select, .summary, .ul:
            if open.hasInScope(tag) { pop(through: open.topmost(tag)) }

        case .form: processFormEndTag()

        case .p:
            if !open.hasInButtonScope(.p) { insertImpliedElement(.p) }
            pop(through: open.topmost(.p))

        case .li:
            if open.hasInListItemScope(.li) { pop(through: open.topmost(.li)) }
        case .dd, .dt:
            if open.hasInScope(tag) { pop(through: open.topmost(tag)) }

        case .h1, .h2, .h3, .h4, .h5, .h6:
            if open.hasHeadingInScope { popThroughHeading() }

        case .a, .b, .big, .code, .em, .font, .i, .nobr, .s, .small, .strike, .strong, .tt, .u:
            runAdoptionAgency()

        case .applet, .marquee, .object:
            if open.hasInScope(tag) {
                pop(through: open.topmost(tag))
                clearFormattingToMarker()
            }

        case .br:
            tokenizer.attributes.removeAll()
            insertVoidElementInBody()

        default: processAnyOtherEndTag()
        }
    }

    /// "Any other end tag".
    mutating func processAnyOtherEndTag() {
        let number = open.topmost(tokenizer.token.name)
        guard number != 0, open[number].order >= open[open.topmostSpecial].order else { return }
        pop(through: number)
    }

    private mutating func popThroughHeading() {
        var isPopped = false
        while !isPopped {
            isPopped = traits[Int(open[open.top].htmlTag.rawValue)].contains(.heading)
            pop()
        }
    }

    private mutating func processFormEndTag() {
        if open.topmost(.template) != 0 {
            if open.hasInScope(.form) { pop(through: open.topmost(.form)) }
            return
        }
        guard let form = formElement else { return }
        formElement = nil
        let number = open.number(of: form)
        guard open.isInScope(number) else { return }
        generateImpliedEndTags()
        open.remove(number)
    }
}
