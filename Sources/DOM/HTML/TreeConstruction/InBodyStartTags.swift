import CLibXML2

// Start tags in the "in body" insertion mode (HTML standard, 13.2.6.4.7), in the standard's order.
extension TreeConstructor {
    mutating func processStartTagInBody() {
        switch tag {
        case .html:
            beginRootTag()
            if open.topmost(.template) == 0 {
                isRearranged = true
                mergedAttributes.merge(.html, &tokenizer, open[open.bottom].node)
            }

        case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
            processInHead()

        case .body: processBodyStartTag()
        case .frameset: processFramesetStartTag()

        case .address, .article, .aside, .blockquote, .center, .details, .dialog, .dir, .div, .dl, .fieldset,
            .figcaption, .figure, .footer, .header, .hgroup, .main, .menu, .nav, .ol, .p, .search, .section,
            .summary, .ul:
            closeParagraphInButtonScope()
            insertElement()

        case .h1, .h2, .h3, .h4, .h5, .h6:
            closeParagraphInButtonScope()
            if traits[Int(open[open.top].htmlTag.rawValue)].contains(.heading) { pop() }
            insertElement()

        case .pre, .listing:
            closeParagraphInButtonScope()
            insertElement()
            skipsLineFeed = true
            isFramesetOK = false

        case .form: processFormStartTag()
        case .li: processItemStartTag(.li, .li)
        case .dd, .dt: processItemStartTag(.dd, .dt)

        case .plaintext:
            closeParagraphInButtonScope()
            insertElement()
            tokenizer.state = .plaintext

        case .button:
            if open.hasInScope(.button) { pop(through: open.topmost(.button)) }
            insertAfterReconstructing()
            isFramesetOK = false

        case .a: processLinkStartTag()
        case .b, .big, .code, .em, .font, .i, .s, .small, .strike, .strong, .tt, .u:
            reconstructFormatting()
            pushFormatting(insertElement())
        case .nobr: processNobrStartTag()

        case .applet, .marquee, .object:
            insertAfterReconstructing()
            formatting.insertMarker()
            isFramesetOK = false

        case .table:
            if !isQuirky { closeParagraphInButtonScope() }
            insertElement()
            isFramesetOK = false
            mode = .inTable

        case .area, .br, .embed, .img, .keygen, .wbr: insertVoidElementInBody()
        case .input: processInputStartTag()
        case .param, .source, .track: insertVoidElement()
        case .hr: processRuleStartTag()

        case .image:
            tokenizer.token.name = known.names[Int(Tag.img.rawValue)]
            tokenizer.token.tag = .img
            reprocesses = true

        case .textarea:
            parseTextarea()

        case .xmp:
            closeParagraphInButtonScope()
            reconstructFormatting()
            isFramesetOK = false
            parseRawText()
        case .iframe:
            isFramesetOK = false
            parseRawText()
        case .noembed: parseRawText()
        case .noscript where scripting: parseRawText()

        case .select: processSelectStartTag()
        case .option: processOptionStartTag()
        case .optgroup: processOptgroupStartTag()

        case .rb, .rtc:
            if open.hasInScope(.ruby) { generateImpliedEndTags() }
            insertElement()
        case .rp, .rt:
            if open.hasInScope(.ruby) { generateImpliedEndTags(except: .rtc) }
            insertElement()

        case .math, .svg:
            reconstructFormatting()
            insertForeignElement(isSVG: tag == .svg)

        case .caption, .col, .colgroup, .frame, .head, .tbody, .td, .tfoot, .th, .thead, .tr: break

        case .selectedcontent: insertSelectedContent()
        default: insertAfterReconstructing()
        }
    }

    @inline(__always)
    private mutating func insertAfterReconstructing() {
        reconstructFormatting()
        insertElement()
    }

    /// The processing of "br", and of its end tag.
    mutating func insertVoidElementInBody() {
        reconstructFormatting()
        insertVoidElement()
        isFramesetOK = false
    }

    // MARK: - One by one

    /// The second element on the stack if it is a body; 0 otherwise.
    private var bodyElement: Int32 {
        let second = open[open.bottom].above
        return second != 0 && open[second].is(.body) ? second : 0
    }

    private mutating func processBodyStartTag() {
        guard bodyElement != 0, open.topmost(.template) == 0 else { return }
        isFramesetOK = false
        isRearranged = true
        mergedAttributes.merge(.body, &tokenizer, open[bodyElement].node)
    }

    private mutating func processFramesetStartTag() {
        guard bodyElement != 0, isFramesetOK else { return }
        isRearranged = true
        NodeRef(open[bodyElement].node).unlink()
        while open.top != open.bottom { pop() }
        insertElement()
        mode = .inFrameset
    }

    private mutating func processFormStartTag() {
        let isInTemplate = open.topmost(.template) != 0
        guard formElement == nil || isInTemplate else { return }
        closeParagraphInButtonScope()
        let form = insertElement()
        if !isInTemplate { formElement = form }
    }

    /// "li", "dd" and "dt": ends an open one, unless a special element other than `address`, `div` and `p` is above it.
    private mutating func processItemStartTag(_ first: Tag, _ second: Tag) {
        isFramesetOK = false
        let one = open.topmost(first)
        let other = open.topmost(second)
        let item = open[one].order >= open[other].order ? one : other
        if item != 0, open[item].order >= open[open.topmostItemsEnd].order { pop(through: item) }
        closeParagraphInButtonScope()
        insertElement()
    }

    private mutating func processLinkStartTag() {
        let entry = formatting.lastElement(.a)
        if entry != 0, let element = formatting[entry].node {
            runAdoptionAgency()
            // "Remove that element from the list and the stack if the algorithm did not already."
            if formatting.lastElement(.a) == entry, formatting[entry].node == element {
                formatting.remove(entry)
            }
            let number = open.number(of: element)
            if number != 0 { open.remove(number) }
        }
        reconstructFormatting()
        pushFormatting(insertElement())
    }

    private mutating func processNobrStartTag() {
        reconstructFormatting()
        if open.hasInScope(.nobr) {
            runAdoptionAgency()
            reconstructFormatting()
        }
        pushFormatting(insertElement())
    }

    private mutating func processInputStartTag() {
        if contextTag == .select { return }
        if open.hasInScope(.select) { pop(through: open.topmost(.select)) }
        reconstructFormatting()
        insertVoidElement()
        if !isHiddenInput { isFramesetOK = false }
    }

    /// Whether the token has a type attribute that is "hidden".
    var isHiddenInput: Bool {
        value(of: known.type)?.equalsIgnoringCase("hidden") ?? false
    }
}

// `select` and its content (HTML standard, 13.2.6.4.7). Since a select may contain any element, it is parsed in the mode
// "in body".
extension TreeConstructor {
    mutating func processSelectStartTag() {
        if contextTag == .select { return }
        if open.hasInScope(.select) {
            pop(through: open.topmost(.select))
            return
        }
        reconstructFormatting()
        let select = insertElement()
        isFramesetOK = false
        selectedContent.begin(select, isOutermost: open[open.topmost(.select)].sameBelow == 0)
    }

    mutating func processOptionStartTag() {
        if open.hasInScope(.select) {
            generateImpliedEndTags(except: .optgroup)
        } else if open[open.top].is(.option) {
            pop()
        }
        reconstructFormatting()
        beginOption(insertElement())
    }

    mutating func processOptgroupStartTag() {
        if open.hasInScope(.select) {
            generateImpliedEndTags()
        } else if open[open.top].is(.option) {
            pop()
        }
        reconstructFormatting()
        insertElement()
    }

    mutating func processRuleStartTag() {
        closeParagraphInButtonScope()
        if open.hasInScope(.select) { generateImpliedEndTags() }
        insertVoidElement()
        isFramesetOK = false
    }
}

/// The attributes that the `html` and `body` elements have, so that further such tags can add the missing ones (HTML
/// standard, 13.2.6.4.7) without comparing each attribute with all others.
struct MergedAttributes: ~Copyable {
    struct Owner: OptionSet {
        let rawValue: UInt8
        static let html = Owner(rawValue: 1 << 0)
        static let body = Owner(rawValue: 1 << 1)
    }

    /// By the number of an attribute's name: the element that has it.
    private var owners: [Owner] = []
    /// The elements whose attributes are in the table.
    private var known: Owner = []
    private var lastHTML: UnsafeMutablePointer<xmlAttr>?
    private var lastBody: UnsafeMutablePointer<xmlAttr>?

    /// Adds the tag token's attributes that an element does not have.
    mutating func merge(
        _ owner: Owner,
        _ tokenizer: inout Tokenizer,
        _ element: UnsafeMutablePointer<xmlNode>
    ) {
        if tokenizer.attributes.isEmpty { return }
        if owners.count < tokenizer.names.numberEnd {
            let missing = max(tokenizer.names.numberEnd, 2 * owners.count) - owners.count
            owners.append(contentsOf: repeatElement([], count: missing))
        }
        if !known.contains(owner) { learn(owner, element) }
        for index in 0..<tokenizer.attributes.count {
            let attribute = tokenizer.attributes[index]
            if owners[attribute.name.number].contains(owner) { continue }
            owners[attribute.name.number].insert(owner)
            add(attribute, owner, &tokenizer, element)
        }
    }

    private mutating func learn(_ owner: Owner, _ element: UnsafeMutablePointer<xmlNode>) {
        known.insert(owner)
        var next = element.pointee.properties
        while let attribute = next {
            owners[Name(attribute.pointee.name).number].insert(owner)
            if owner == .html { lastHTML = attribute } else { lastBody = attribute }
            next = attribute.pointee.next
        }
    }

    private mutating func add(
        _ attribute: TokenAttribute,
        _ owner: Owner,
        _ tokenizer: inout Tokenizer,
        _ element: UnsafeMutablePointer<xmlNode>
    ) {
        guard let tree = element.pointee.doc else { return }
        let new = tokenizer.arena.makeAttribute(
            attribute.name,
            attribute.value.start,
            ContentSize(attribute.value.count),
            of: element,
            in: tree
        )
        let last = owner == .html ? lastHTML : lastBody
        new.pointee.prev = last
        if let last { last.pointee.next = new } else { element.pointee.properties = new }
        if owner == .html { lastHTML = new } else { lastBody = new }
    }
}
