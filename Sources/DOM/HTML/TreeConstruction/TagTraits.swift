import CLibXML2

/// The standard's lists of elements to which a tag belongs.
struct TagTraits: OptionSet {
    let rawValue: UInt16

    /// Ends a particular scope (13.2.4.2, "has an element in scope").
    static let scope = TagTraits(rawValue: 1 << 0)
    /// Of the special category (13.2.4.2).
    static let special = TagTraits(rawValue: 1 << 1)
    /// `address`, `div` and `p`, at which the search for an open `li`, `dd` or `dt` does not stop.
    static let openToItems = TagTraits(rawValue: 1 << 2)
    /// Has an end tag that "generate implied end tags" implies (13.2.6.3).
    static let impliedEnd = TagTraits(rawValue: 1 << 3)
    /// Has an end tag that "generate all implied end tags thoroughly" implies.
    static let thoroughlyImpliedEnd = TagTraits(rawValue: 1 << 4)
    /// `table`, `tbody`, `tfoot`, `thead` and `tr`: nodes that cannot be part of a table are inserted before it.
    static let fosterParenting = TagTraits(rawValue: 1 << 5)
    /// `h1` to `h6`.
    static let heading = TagTraits(rawValue: 1 << 6)
    /// Start tags that end foreign content (13.2.6.5).
    static let breakout = TagTraits(rawValue: 1 << 7)
}

extension TagTraits {
    /// The traits of HTML's elements by the raw value of their tag.
    static func table() -> UnsafePointer<TagTraits> {
        let table = UnsafeMutablePointer<TagTraits>.allocate(capacity: 256)
        table.initialize(repeating: [], count: 256)
        func add(_ trait: TagTraits, _ tags: [Tag]) {
            for tag in tags { table[Int(tag.rawValue)].insert(trait) }
        }
        add(.scope, [.applet, .caption, .html, .table, .td, .th, .marquee, .object, .select, .template])
        add(.special, specialTags)
        add(.openToItems, [.address, .div, .p])
        add(.impliedEnd, [.dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc])
        add(
            .thoroughlyImpliedEnd,
            [.dd, .dt, .li, .optgroup, .option, .p, .rb, .rp, .rt, .rtc]
                + [.caption, .colgroup, .tbody, .td, .tfoot, .th, .thead, .tr]
        )
        add(.fosterParenting, [.table, .tbody, .tfoot, .thead, .tr])
        add(.heading, [.h1, .h2, .h3, .h4, .h5, .h6])
        add(.breakout, breakoutTags)
        return UnsafePointer(table)
    }

    /// The traits of MathML's elements.
    static func ofMathML(_ tag: Tag) -> TagTraits {
        switch tag {
        case .mi, .mo, .mn, .ms, .mtext, .annotationXML: [.scope, .special]
        default: []
        }
    }

    /// The traits of SVG's elements.
    static func ofSVG(_ tag: Tag) -> TagTraits {
        switch tag {
        case .foreignObject, .desc, .title: [.scope, .special]
        default: []
        }
    }

    private static let specialTags: [Tag] = [
        .address, .applet, .area, .article, .aside, .base, .basefont, .bgsound, .blockquote, .body, .br,
        .button, .caption, .center, .col, .colgroup, .dd, .details, .dir, .div, .dl, .dt, .embed, .fieldset,
        .figcaption, .figure, .footer, .form, .frame, .frameset, .h1, .h2, .h3, .h4, .h5, .h6, .head,
        .header, .hgroup, .hr, .html, .iframe, .img, .input, .keygen, .li, .link, .listing, .main, .marquee,
        .menu, .meta, .nav, .noembed, .noframes, .noscript, .object, .ol, .p, .param, .plaintext, .pre,
        .script, .search, .section, .select, .source, .style, .summary, .table, .tbody, .td, .template,
        .textarea, .tfoot, .th, .thead, .title, .tr, .track, .ul, .wbr, .xmp,
    ]

    private static let breakoutTags: [Tag] = [
        .b, .big, .blockquote, .body, .br, .center, .code, .dd, .div, .dl, .dt, .em, .embed, .h1, .h2, .h3,
        .h4, .h5, .h6, .head, .hr, .i, .img, .li, .listing, .menu, .meta, .nobr, .ol, .p, .pre, .ruby, .s,
        .small, .span, .strong, .strike, .sub, .sup, .table, .tt, .u, .ul, .`var`,
    ]
}

/// The names and traits that tree construction uses, created once and never freed.
///
/// Code that runs for each token stores its parts, since every access to a global checks its initialisation.
struct KnownTags: @unchecked Sendable {
    static let shared = KnownTags()

    /// The traits of HTML's elements by the raw value of their tag.
    let traits: UnsafePointer<TagTraits>
    /// The names of the tags, which all documents share, by raw value; the name of `unknown` is empty.
    let names: UnsafePointer<Name>

    // Attributes with a meaning in tree construction.
    let type, encoding, color, face, size, `class`: Name

    private init() {
        let table = NameTable()
        func intern(_ text: some StringProtocol) -> Name {
            withContiguousBytes(of: text.utf8, table.intern)
        }
        let names = UnsafeMutablePointer<Name>.allocate(capacity: 256)
        names.initialize(repeating: Tag.emptyName, count: 256)
        forEachName(in: Tag.names) { bytes in
            let name = table.intern(bytes)
            names[name.number] = name
        }
        self.names = UnsafePointer(names)
        traits = TagTraits.table()
        type = intern("type")
        encoding = intern("encoding")
        color = intern("color")
        face = intern("face")
        size = intern("size")
        `class` = intern("class")
    }
}

extension Tag {
    /// The empty name.
    fileprivate static var emptyName: Name {
        var arena = Arena()
        let name = Name.make(count: 0, number: 0, in: &arena) { _ in 0 }
        arena.leak()
        return name
    }
}
