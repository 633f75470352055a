/// The elements that parsing knows by name, and a few that are common; ``unknown`` stands for all others.
///
/// A raw value is the name's number in ``StandardNames``. A tag says nothing of a namespace: `a` of SVG and `a` of HTML
/// are one tag.
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

    /// How many raw values there are.
    static let count = 166
}
