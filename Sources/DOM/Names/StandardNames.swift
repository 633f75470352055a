/// The elements that tree construction distinguishes by name, and some common ones; all others are ``unknown``.
///
/// The raw value is the name's number in ``StandardNames``. A tag has no namespace: SVG's `a` and HTML's `a` are the same
/// tag.
enum Tag: UInt8 {
    case unknown = 0
    case html, head, body, title, base, link, meta, style, script, noscript, template, article
    case section, nav, aside, h1, h2, h3, h4, h5, h6, hgroup, header, footer, address, main, search, p
    case hr, pre, blockquote, ol, ul, menu, li, dl, dt, dd, figure, figcaption, div, a, em, strong
    case small, s, cite, q, dfn, abbr, ruby, rt, rp, rb, rtc, data, time, code, `var`, samp, kbd, sub
    case sup, i, b, u, mark, bdi, bdo, span, br, wbr, ins, del, picture, source, img, iframe, embed
    case object, param, video, audio, track, map, area, table, caption, colgroup, col, tbody, thead
    case tfoot, tr, td, th, form, label, input, button, select, datalist, optgroup, option
    case selectedcontent, textarea, output, progress, meter, fieldset, legend, details, summary
    case dialog, slot, canvas, applet, acronym, bgsound, dir, frame, frameset, noframes, isindex
    case keygen, listing, menuitem, nextid, noembed, plaintext, strike, xmp, basefont, big, blink
    case center, font, marquee, multicol, nobr, spacer, tt, image, math, mi, mo, mn, ms, mtext, mrow
    case mglyph, malignmark, annotationXML, svg, desc, foreignObject, g, path, use, circle, rect, line
    case polygon, polyline, defs

    /// The names in the order of the raw values, from 1.
    static let names = """
        html head body title base link meta style script noscript template article section nav aside h1 h2
        h3 h4 h5 h6 hgroup header footer address main search p hr pre blockquote ol ul menu li dl dt dd
        figure figcaption div a em strong small s cite q dfn abbr ruby rt rp rb rtc data time code var samp
        kbd sub sup i b u mark bdi bdo span br wbr ins del picture source img iframe embed object param
        video audio track map area table caption colgroup col tbody thead tfoot tr td th form label input
        button select datalist optgroup option selectedcontent textarea output progress meter fieldset
        legend details summary dialog slot canvas applet acronym bgsound dir frame frameset noframes isindex
        keygen listing menuitem nextid noembed plaintext strike xmp basefont big blink center font marquee
        multicol nobr spacer tt image math mi mo mn ms mtext mrow mglyph malignmark annotation-xml svg desc
        foreignobject g path use circle rect line polygon polyline defs
        """

    /// The number of raw values.
    static let count = 166
}

/// The names of the standards in a perfect hash table: a look-up reads three small tables and compares once. They are made
/// at each start, so that every page of memory that they fill counts.
///
/// The names are created once and never freed, so they have the same address in every document.
struct StandardNames: @unchecked Sendable {
    /// For the lower bits of a hash, the displacement that moves its bucket to free slots.
    private let displacements: UnsafePointer<UInt16>
    /// The index of the name in each slot; 0 for a free slot.
    private let slots: UnsafePointer<UInt16>
    /// The names by their numbers, from 1.
    private let entries: UnsafePointer<Entry>

    /// The names of the process.
    static let shared = StandardNames()

    /// The number of standard names, plus one for the number 0.
    static let count = shared.count
    private let count: Int

    private static let slotCount = 2048
    private static let bucketCount = 512

    /// The name of a key. For a name of more than 16 bytes, `byte` is called with the indices of the other bytes.
    @inline(__always)
    func find(_ key: NameKey, _ byte: (Int) -> UInt8) -> Name? {
        let hash = key.hash
        let displacement = displacements[Int(truncatingIfNeeded: hash) & (StandardNames.bucketCount - 1)]
        let index = Int(slots[StandardNames.slot(hash, displacement)])
        guard index > 0, entries[index].key == key else { return nil }
        let name = entries[index].name
        if key.count > 16 {
            for index in 8..<(key.count &- 8) where name.bytes[index] != byte(index) { return nil }
        }
        return name
    }

    /// The name of the given spelling.
    func find(_ bytes: UnsafeBufferPointer<UInt8>) -> Name? {
        guard let start = bytes.baseAddress else { return nil }
        return find(NameKey(start, bytes.count, isPadded: false)) { start[$0] }
    }

    @inline(__always)
    private static func slot(_ hash: UInt64, _ displacement: UInt16) -> Int {
        let step = Int(truncatingIfNeeded: hash >> 20) | 1
        return (Int(truncatingIfNeeded: hash >> 44) &+ Int(displacement) &* step) & (slotCount - 1)
    }
}

// MARK: - Creating the tables

extension StandardNames {
    /// Creates the tables: each bucket of names, the fullest first, is moved to free slots.
    private init() {
        var arena = Arena()
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: Self.entryLimit)
        // Buckets are lists of indices: an array for each bucket took most of the time of creating the tables.
        var heads = [UInt16](repeating: 0, count: Self.bucketCount)
        var sizes = [UInt16](repeating: 0, count: Self.bucketCount)
        /// The index of the next entry of the same bucket; 0 for none.
        var following: [UInt16] = [0]
        following.reserveCapacity(Self.entryLimit)
        for text in [Tag.names, Self.others] {
            forEachName(in: text) { bytes in
                let number = following.count
                guard number < Self.entryLimit else { return }
                let name = Name.make(count: bytes.count, number: UInt32(number), in: &arena) { bytes[$0] }
                let key = NameKey(name.bytes, bytes.count, isPadded: false)
                let bucket = Int(truncatingIfNeeded: key.hash) & (Self.bucketCount - 1)
                (entries + number).initialize(to: Entry(key: key, name: name))
                following.append(heads[bucket])
                heads[bucket] = UInt16(number)
                sizes[bucket] += 1
            }
        }
        count = following.count
        let displacements = UnsafeMutablePointer<UInt16>.allocate(capacity: Self.bucketCount)
        displacements.initialize(repeating: 0, count: Self.bucketCount)
        let slots = UnsafeMutablePointer<UInt16>.allocate(capacity: Self.slotCount)
        slots.initialize(repeating: 0, count: Self.slotCount)
        for size in stride(from: sizes.max() ?? 0, to: 0, by: -1) {
            for bucket in 0..<Self.bucketCount where sizes[bucket] == size {
                let head = Int(heads[bucket])
                var displacement: UInt16 = 0
                while displacement < Self.slotCount,
                    !Self.isFree(displacement, for: head, following, entries, slots)
                {
                    displacement += 1
                }
                // The names of a bucket that fits nowhere are treated as names of no standard.
                guard displacement < Self.slotCount else { continue }
                displacements[bucket] = displacement
                var index = head
                while index > 0 {
                    slots[Self.slot(entries[index].key.hash, displacement)] = UInt16(index)
                    index = Int(following[index])
                }
            }
        }
        self.displacements = UnsafePointer(displacements)
        self.slots = UnsafePointer(slots)
        self.entries = UnsafePointer(entries)
        arena.leak()
    }

    private struct Entry {
        let key: NameKey
        let name: Name
    }

    /// The number of entries for which there is space, including the index 0.
    private static let entryLimit = 1024

    /// Whether a displacement moves all entries of a bucket to slots that are free and differ.
    private static func isFree(
        _ displacement: UInt16,
        for head: Int,
        _ following: [UInt16],
        _ entries: UnsafeMutablePointer<Entry>,
        _ slots: UnsafeMutablePointer<UInt16>
    ) -> Bool {
        var index = head
        while index > 0 {
            let wanted = slot(entries[index].key.hash, displacement)
            if slots[wanted] > 0 { return false }
            var other = Int(following[index])
            while other > 0 {
                if slot(entries[other].key.hash, displacement) == wanted { return false }
                other = Int(following[other])
            }
            index = Int(following[index])
        }
        return true
    }
}

extension StandardNames {
    /// The standard names after those of ``Tag``: attributes of the standards, other common attributes, and the names
    /// that SVG and MathML spell with capitals (HTML standard, 13.2.6.5), in lower case and in their own spelling. (Two
    /// that share a key with their form in lower case are missing.)
    static let others = """
        class id href src alt name content rel type value width height target lang role tabindex hidden
        action method for placeholder checked selected disabled readonly required multiple maxlength
        minlength min max step pattern autocomplete autofocus charset http-equiv media sizes srcset loading
        decoding fetchpriority crossorigin integrity referrerpolicy async defer nonce as color imagesizes
        imagesrcset colspan rowspan headers scope align valign bgcolor border cellpadding cellspacing
        background nowrap face size clear hspace vspace frameborder scrolling marginwidth marginheight
        allowfullscreen allow sandbox srcdoc allowtransparency property itemprop itemscope itemtype itemid
        itemref datetime about typeof resource vocab prefix datatype start reversed wrap rows cols accept
        accept-charset enctype formaction formmethod novalidate list open controls autoplay loop muted
        poster preload playsinline kind srclang default coords shape usemap ismap download hreflang ping rev
        text vlink alink axis char charoff contenteditable draggable spellcheck translate accesskey dropzone
        is part inert popover enterkeyhint inputmode onclick onload onerror onchange onsubmit onmouseover
        onmouseout onfocus onblur onkeydown onkeyup onkeypress oninput aria-label aria-hidden
        aria-labelledby aria-describedby aria-expanded aria-controls aria-haspopup aria-current
        aria-selected aria-live aria-level aria-checked aria-pressed aria-modal aria-disabled aria-owns
        aria-atomic aria-valuenow aria-valuemin aria-valuemax aria-orientation aria-roledescription data-id
        data-src data-srcset data-href data-url data-type data-name data-title data-value data-index
        data-target data-toggle data-action data-testid data-component data-content data-key data-label
        data-lazy data-sizes data-width data-height data-toc data-event data-track data-page data-position
        data-module data-category data-slot data-user data-image data-alt data-bg data-post-id
        data-track-label data-ga data-tracking data-original data-mw data-file-width data-file-height
        data-sort-value data-video-id data-placement data-dismiss data-parent data-ride data-slide
        data-slide-to data-options data-text data-count data-date data-link data-rel data-role data-style
        data-theme data-layout data-lang data-widget data-app data-state data-field data-item data-section
        data-product-id bs-toggle typemustmatch archive codebase declare standby profile version manifest
        noshade compact language event hreftranslate longdesc defaultchecked xmlns xmlns:xlink xlink
        xlink:href xlink:title xlink:actuate xlink:arcrole xlink:role xlink:show xlink:type xml:lang
        xml:space xml space actuate arcrole show viewbox fill stroke stroke-width stroke-linecap
        stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity fill-rule
        fill-opacity clip-rule clip-path d cx cy r rx ry x y x1 x2 y1 y2 points transform offset stop-color
        stop-opacity opacity mask filter focusable enable-background font-size font-family font-weight
        text-anchor dx dy fx fy in in2 result mode values gradientunits definitionurl definitionURL encoding
        mathvariant displaystyle scriptlevel stretchy alttext altglyph altglyphdef altglyphitem animatecolor
        animatemotion animatetransform clippath feblend fecolormatrix fecomponenttransfer fecomposite
        feconvolvematrix fediffuselighting fedisplacementmap fedistantlight fedropshadow feflood fefunca
        fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode femorphology feoffset
        fepointlight fespecularlighting fespotlight fetile feturbulence glyphref lineargradient
        radialgradient textpath altGlyph altGlyphDef altGlyphItem animateColor animateMotion
        animateTransform clipPath feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix
        feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
        feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight
        feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient
        radialGradient textPath attributename attributetype basefrequency baseprofile calcmode clippathunits
        diffuseconstant edgemode filterunits gradienttransform kernelmatrix kernelunitlength keypoints
        keysplines keytimes lengthadjust limitingconeangle markerheight markerunits markerwidth
        maskcontentunits maskunits numoctaves pathlength patterncontentunits patterntransform patternunits
        pointsatx pointsaty pointsatz preservealpha preserveaspectratio primitiveunits refx refy repeatcount
        repeatdur requiredextensions requiredfeatures specularconstant specularexponent spreadmethod
        startoffset stddeviation stitchtiles surfacescale systemlanguage tablevalues targetx targety
        textlength viewtarget xchannelselector ychannelselector zoomandpan attributeName attributeType
        baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode filterUnits
        gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines keyTimes
        lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits
        numOctaves pathLength patternContentUnits patternTransform patternUnits pointsAtX pointsAtY
        pointsAtZ preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur
        requiredFeatures specularConstant specularExponent spreadMethod startOffset
        stdDeviation stitchTiles surfaceScale systemLanguage tableValues targetX targetY textLength viewBox
        viewTarget xChannelSelector yChannelSelector zoomAndPan
        """
}
