/// Selectors and the ids of the elements that they match on one page, in document order; `nil` if the selector is
/// invalid.
enum SelectorTable {
    struct Row: Sendable {
        let selector: String
        /// An element without an id is represented by its name: `<base>`.
        let ids: String?

        init(_ selector: String, _ ids: String?) {
            self.selector = selector
            self.ids = ids
        }
    }

    struct Section: Sendable, CustomStringConvertible {
        let description: String
        let rows: [Row]
    }

    static let page = #"""
        <!DOCTYPE html><html lang=en id=root><head id=head><title id=title>T</title><base href="https://e.example/"></head>\#
        <body id=body><h1 id=h>Head</h1>\#
        <div id=d1 class="a b" data-x="one two" title="Tit-le"><p id=p1 class=a>one</p>\#
        <p id=p2 class="b A" lang=de-CH>two <em id=e1>x</em></p>\#
        <!-- c -->\#
        <p id=p3></p><span id=s1> </span><p id=p4 data-x="">four</p></div>\#
        <div id=d2 class="c-d é" data-x="one-two">\#
        <ul id=u1><li id=l1>1<li id=l2 class=a>2<li id=l3>3<li id=l4 class=a>4<li id=l5>5</ul>\#
        <ol id=o1 lang=fr><li id=m1 class=a><b id=b1>B</b><li id=m2></ol></div>\#
        <form id=f><input id=i1 type=checkbox checked><input id=i2 TYPE=Text required value=v>\#
        <input id=i3 disabled><select id=se><option id=op1 selected>A<option id=op2 disabled>B</select>\#
        <textarea id=ta readonly></textarea>\#
        <button id=bu>go</button><fieldset id=fs disabled><legend id=le>\#
        <input id=i4></legend><input id=i5></fieldset></form>\#
        <a id=a1 href=/x>link</a><a id=a2>no</a>\#
        <svg id=sv viewBox="0 0 1 1"><linearGradient id=lg /></svg>\#
        <div id=d3 dir=rtl><i id=x:y class=1c>z</i><i id=it2 class="x.y">w</i></div>\#
        <section id=s><section id=ss><section id=sss></section></section></section></body></html>
        """#

    static let sections = [
        Section(description: "types, classes and ids", rows: typesClassesAndIds),
        Section(description: "escapes", rows: escapes),
        Section(description: "attributes", rows: attributes),
        Section(description: "combinators", rows: combinators),
        Section(description: "structure", rows: structure),
        Section(description: "an+b", rows: nth),
        Section(description: "logic", rows: logic),
        Section(description: "has", rows: has),
        Section(description: "forms and links", rows: formsAndLinks),
        Section(description: "languages and directions", rows: languagesAndDirections),
        Section(description: "valid, and never matching", rows: validAndNeverMatching),
        Section(description: "invalid", rows: invalid),
        Section(description: "namespaces", rows: namespaces),
        Section(description: "scope and case", rows: scopeAndCase),
    ]

    private static let typesClassesAndIds = [
        Row("p", "p1 p2 p3 p4"),
        Row("P", "p1 p2 p3 p4"),
        Row(
            "*",
            "root head title <base> body h d1 p1 p2 e1 p3 s1 p4 d2 u1 l1 l2 l3 l4 l5 o1 m1 b1 m2 f i1 i2 i3 se op1 op2 ta bu fs le i4 i5 a1 a2 sv lg d3 x:y it2 s ss sss"
        ),
        Row("h1, h2, ol", "h o1"),
        Row(".a", "d1 p1 l2 l4 m1"),
        Row(".A", "p2"),
        Row("p.a", "p1"),
        Row(".a.b", "d1"),
        Row(".b.a", "d1"),
        Row("#p1", "p1"),
        Row("#P1", ""),
        Row("p#p1.a", "p1"),
        Row("div#p1", ""),
        Row("li.a, .a li", "l2 l4 m1"),
        Row("linearGradient", "lg"),
        Row("lineargradient", ""),
        Row("LINEARGRADIENT", ""),
        Row("svg *", "lg"),
        Row(".nothing", ""),
        Row("x-y", ""),
    ]

    private static let escapes = [
        Row(#"#x\:y"#, "x:y"),
        Row(#"#x\3a y"#, "x:y"),
        Row(#"#x\00003Ay"#, "x:y"),
        Row(#".\31 c"#, "x:y"),
        Row(#".x\.y"#, "it2"),
        Row(".c-d", "d2"),
        Row(#".\63-d"#, "d2"),
        Row(".é", "d2"),
        Row(#".\e9"#, "d2"),
        Row(#"\70"#, "p1 p2 p3 p4"),
        Row(#"\50"#, "p1 p2 p3 p4"),
        Row(#"[id="x\:y"]"#, "x:y"),
        Row(#"[id='x\3a y']"#, "x:y"),
        Row(#"#\69\0074 2"#, "it2"),
        Row(#".\"#, ""),
    ]

    private static let attributes = [
        Row("[data-x]", "d1 p4 d2"),
        Row("[DATA-X]", "d1 p4 d2"),
        Row("[data-x=one]", ""),
        Row(#"[data-x="one two"]"#, "d1"),
        Row("[data-x~=one]", "d1"),
        Row(#"[data-x~=""]"#, ""),
        Row(#"[data-x~="one two"]"#, ""),
        Row("[data-x|=one]", "d2"),
        Row("[data-x|=on]", ""),
        Row("[data-x^=one]", "d1 d2"),
        Row("[data-x$=two]", "d1 d2"),
        Row(#"[data-x*="e t"]"#, "d1"),
        Row(#"[data-x^=""]"#, ""),
        Row("[data-x$='']", ""),
        Row(#"[data-x*=""]"#, ""),
        Row(#"[data-x=""]"#, "p4"),
        Row("[title=tit-le]", ""),
        Row(#"[title="tit-le" i]"#, "d1"),
        Row(#"[title="Tit-le" s]"#, "d1"),
        Row("[type=text]", "i2"),
        Row("[type=TEXT]", "i2"),
        Row(#"[type="text" s]"#, ""),
        Row(#"[type="Text" s]"#, "i2"),
        Row("[viewBox]", "sv"),
        Row("[viewbox]", ""),
        Row("[lang|=de]", "p2"),
        Row("[class~=a][lang]", ""),
        Row("[ data-x = one ]", ""),
        Row("[data-x='one' i]", ""),
        Row("p[class]", "p1 p2"),
        Row(#"[id^=l][id$="2"]"#, "l2"),
        Row(#"[class="a b"]"#, "d1"),
        Row("[class^=a]", "d1 p1 l2 l4 m1"),
    ]

    private static let combinators = [
        Row("div p", "p1 p2 p3 p4"),
        Row("div > p", "p1 p2 p3 p4"),
        Row("div>p", "p1 p2 p3 p4"),
        Row("div  >  p", "p1 p2 p3 p4"),
        Row("p + p", "p2 p3"),
        Row("p+p", "p2 p3"),
        Row("p ~ p", "p2 p3 p4"),
        Row("p ~ span ~ p", "p4"),
        Row("span + p", "p4"),
        Row("p + span", "s1"),
        Row("h1 + div", "d1"),
        Row("p + *", "p2 p3 s1"),
        Row(".a + *", "p2 d2 l3 l5 m2"),
        Row(":is(h1, ul) + *", "d1 o1"),
        Row("li:first-child + *, h1 + *", "d1 l2 m2"),
        Row("h1 + * > p + :not(span)", "p2 p3"),
        Row("h1 ~ div", "d1 d2 d3"),
        Row("div div", ""),
        Row("body > div", "d1 d2 d3"),
        Row("html > body > div > ul > li", "l1 l2 l3 l4 l5"),
        Row("#d1 ~ #d2 li", "l1 l2 l3 l4 l5 m1 m2"),
        Row("li + li + li", "l3 l4 l5"),
        Row("li ~ li.a", "l2 l4"),
        Row("ul li ~ li", "l2 l3 l4 l5"),
        Row("section section", "ss sss"),
        Row("section > section section", "sss"),
        Row(".a > .b", "p2"),
        Row(".a .b, .b .a", "p1 p2"),
        Row("div > * > em", "e1"),
        Row("head + body", "body"),
        Row("head ~ body", "body"),
    ]

    private static let structure = [
        Row(":root", "root"),
        Row(":empty", "<base> p3 m2 i1 i2 i3 ta i4 i5 lg sss"),
        Row("p:empty", "p3"),
        Row(":first-child", "root head title h p1 e1 u1 l1 m1 b1 i1 op1 le i4 lg x:y ss sss"),
        Row("p:first-child", "p1"),
        Row("p:last-child", "p4"),
        Row(":only-child", "root e1 b1 i4 lg ss sss"),
        Row("li:first-of-type", "l1 m1"),
        Row("p:last-of-type", "p4"),
        Row("span:only-of-type", "s1"),
        Row(
            ":only-of-type",
            "root head title <base> body h e1 s1 u1 o1 b1 f se ta bu fs le i4 i5 sv lg s ss sss"
        ),
        Row("section:only-child", "ss sss"),
        Row("em:only-child", "e1"),
        Row("div:first-of-type", "d1"),
        Row("li:last-child", "l5 m2"),
    ]

    private static let nth = [
        Row("li:nth-child(1)", "l1 m1"),
        Row("li:nth-child(0)", ""),
        Row("li:nth-child(-1)", ""),
        Row("li:nth-child(2n)", "l2 l4 m2"),
        Row("li:nth-child(even)", "l2 l4 m2"),
        Row("li:nth-child(odd)", "l1 l3 l5 m1"),
        Row("li:nth-child(ODD)", "l1 l3 l5 m1"),
        Row("li:nth-child(2n+1)", "l1 l3 l5 m1"),
        Row("li:nth-child(2n-1)", "l1 l3 l5 m1"),
        Row("li:nth-child( 2n + 1 )", "l1 l3 l5 m1"),
        Row("li:nth-child(+3)", "l3"),
        Row("li:nth-child(n)", "l1 l2 l3 l4 l5 m1 m2"),
        Row("li:nth-child(n+3)", "l3 l4 l5"),
        Row("li:nth-child(-n+2)", "l1 l2 m1 m2"),
        Row("li:nth-child(-2n+5)", "l1 l3 l5 m1"),
        Row("li:nth-child(3n-2)", "l1 l4 m1"),
        Row("li:nth-child(0n+4)", "l4"),
        Row("li:nth-child(+n)", "l1 l2 l3 l4 l5 m1 m2"),
        Row("li:nth-child(-n)", ""),
        Row("li:nth-child(99999999999)", ""),
        Row("li:nth-last-child(1)", "l5 m2"),
        Row("li:nth-last-child(-n+2)", "l4 l5 m1 m2"),
        Row("li:nth-last-child(2n)", "l2 l4 m1"),
        Row("p:nth-of-type(2)", "p2"),
        Row("p:nth-of-type(n+3)", "p3 p4"),
        Row("p:nth-last-of-type(1)", "p4"),
        Row("p:nth-last-of-type(2n+1)", "p2 p4"),
        Row("li:nth-child(1 of .a)", "l2 m1"),
        Row("li:nth-child(2 of .a)", "l4"),
        Row("li:nth-last-child(1 of .a)", "l4 m1"),
        Row("li:nth-child(even of .a, #l3)", "l3"),
        Row("li:nth-child(odd of :not(.a))", "l1 l5 m2"),
        Row("li:NTH-CHILD(2N + 1)", "l1 l3 l5 m1"),
        Row("li:nth-child(2n + -1)", nil),
        Row("li:nth-child(2 n)", nil),
        Row("li:nth-child(+ 2)", nil),
        Row("li:nth-child(n2)", nil),
        Row("li:nth-child(2.5)", nil),
        Row("li:nth-child()", nil),
        Row("li:nth-child(a)", nil),
        Row("li:nth-child(2n+)", nil),
        Row("li:nth-of-type(1 of .a)", nil),
    ]

    private static let logic = [
        Row(":is(p, li).a", "p1 l2 l4 m1"),
        Row(":is(.a, .b):not(p)", "d1 l2 l4 m1"),
        Row(":is()", ""),
        Row(":is(:nothing, p)", "p1 p2 p3 p4"),
        Row(":where(h1, em)", "h e1"),
        Row(":not(p):not(li):not(div)[class]", "x:y it2"),
        Row("p:not(.a)", "p2 p3 p4"),
        Row("p:not(.a, .b)", "p3 p4"),
        Row(":not(*)", ""),
        Row(":not(:not(p))", "p1 p2 p3 p4"),
        Row("div :not(p, li, b, em, i)", "s1 u1 o1"),
        Row(":not()", nil),
        Row(":not(:nothing)", nil),
        Row(":is(div > p, ul > li:first-child)", "p1 p2 p3 p4 l1"),
        Row(":is(div p, h1) + p", "p2 p3"),
        Row("li:not(ul > li)", "m1 m2"),
        Row("div:is(#d1, #d2) > :not(p)", "s1 u1 o1"),
        Row("p:is(:not(.a)):not(:is(#p3))", "p2 p4"),
    ]

    private static let has = [
        Row("div:has(p)", "d1"),
        Row("div:has(> ul)", "d2"),
        Row("div:has(> p > em)", "d1"),
        Row("div:has(em)", "d1"),
        Row("p:has(+ p)", "p1 p2"),
        Row("p:has(+ span)", "p3"),
        Row("p:has(~ span)", "p1 p2 p3"),
        Row("p:has(~ p ~ span)", "p1 p2"),
        Row("li:has(+ .a)", "l1 l3"),
        Row(":has(> li.a)", "u1 o1"),
        Row("div:has(p, li)", "d1 d2"),
        Row("div:has(p):has(em)", "d1"),
        Row("div:not(:has(p))", "d2 d3"),
        Row("section:has(section:has(section))", "s"),
        Row("section:has(:not(:has(*)))", "s ss"),
        Row("ul:has(li:nth-child(5))", "u1"),
        Row("div:has(> :first-child + p)", "d1"),
        Row("div:has(> *:only-child)", ""),
        Row(":has(> :has(> b))", "o1"),
        Row("ol:has(> li:not(:has(b)))", "o1"),
        Row("h1:has(+ div > p)", "h"),
        Row("h1:has(~ div li)", "h"),
        Row("h1:has(~ div:has(ol))", "h"),
        Row("p:has()", nil),
        Row("p:has(:nothing)", nil),
        Row("p:has(p,)", nil),
    ]

    private static let formsAndLinks = [
        Row(":checked", "i1 op1"),
        Row(":enabled", "i1 i2 se op1 ta bu i4"),
        Row(":disabled", "i3 op2 fs i5"),
        Row(":required", "i2"),
        Row(":optional", "i1 i3 se ta i4 i5"),
        Row(
            ":read-only",
            "root head title <base> body h d1 p1 p2 e1 p3 s1 p4 d2 u1 l1 l2 l3 l4 l5 o1 m1 b1 m2 f i1 i3 se op1 op2 ta bu fs le i5 a1 a2 sv lg d3 x:y it2 s ss sss"
        ),
        Row(":read-write", "i2 i4"),
        Row(":link", "a1"),
        Row(":any-link", "a1"),
        Row(":default", "i1 op1 bu"),
        Row("input:enabled", "i1 i2 i4"),
        Row("input:disabled", "i3 i5"),
        Row(":placeholder-shown", ""),
        Row(":indeterminate", ""),
    ]

    private static let languagesAndDirections = [
        Row(
            ":lang(en)",
            "root head title <base> body h d1 p1 p3 s1 p4 d2 u1 l1 l2 l3 l4 l5 f i1 i2 i3 se op1 op2 ta bu fs le i4 i5 a1 a2 sv lg d3 x:y it2 s ss sss"
        ),
        Row(":lang(de)", "p2 e1"),
        Row(":lang(de-CH)", "p2 e1"),
        Row(#":lang("*-CH")"#, "p2 e1"),
        Row(":lang(fr, de)", "p2 e1 o1 m1 b1 m2"),
        Row(":lang(f)", ""),
        Row("p:lang(en)", "p1 p3 p4"),
        Row(#":lang("")"#, ""),
        Row("i:dir(rtl)", "x:y it2"),
        Row("div:dir(ltr)", "d1 d2"),
    ]

    private static let validAndNeverMatching = [
        Row(":hover", ""),
        Row(":active", ""),
        Row(":focus", ""),
        Row(":visited", ""),
        Row(":target", ""),
        Row(":focus-within", ""),
        Row(":hover, p.a", "p1"),
        Row("a:hover", ""),
        Row("p::before", ""),
        Row("p:before", ""),
        Row("::first-line", ""),
    ]

    private static let invalid = [
        Row(":nothing", nil),
        Row("::nothing", nil),
        Row("p..a", nil),
        Row("p >", nil),
        Row("> > p", nil),
        Row("p > > p", nil),
        Row("p,", nil),
        Row(",p", nil),
        Row("p,,p", nil),
        Row("#", nil),
        Row(".", nil),
        Row(".1c", nil),
        Row("#1", nil),
        Row("[", nil),
        Row("[]", nil),
        Row("[=a]", nil),
        Row("[a=]", nil),
        Row("[a=b c]", nil),
        Row(#"[a="b" x]"#, nil),
        Row("[a==b]", nil),
        Row("[a b]", nil),
        Row("p[", nil),
        Row(
            ":not(p",
            "root head title <base> body h d1 e1 s1 d2 u1 l1 l2 l3 l4 l5 o1 m1 b1 m2 f i1 i2 i3 se op1 op2 ta bu fs le i4 i5 a1 a2 sv lg d3 x:y it2 s ss sss"
        ),
        Row(":is", nil),
        Row(":not", nil),
        Row("p:", nil),
        Row("p::", nil),
        Row("()", nil),
        Row("p)", nil),
        Row("p(", nil),
        Row("{}", nil),
        Row("p{}", nil),
        Row("p;", nil),
        Row("!p", nil),
        Row("p!", nil),
        Row("@p", nil),
        Row("p & q", ""),
        Row("p||q", nil),
        Row("p |q", ""),
        Row("1", nil),
        Row("%", nil),
        Row(#""p""#, nil),
        Row("a:nth-child(2n) of", ""),
        Row("ns|p", nil),
    ]

    private static let namespaces = [
        Row("*|p", "p1 p2 p3 p4"),
        Row("|p", ""),
        Row("*|*.a", "d1 p1 l2 l4 m1"),
        Row("*|linearGradient", "lg"),
        Row("[*|id=p1]", "p1"),
        Row("[|id=p1]", "p1"),
    ]

    private static let scopeAndCase = [
        Row(":scope > body", "body"),
        Row(":SCOPE", "root"),
        Row(":FIRST-CHILD", "root head title h p1 e1 u1 l1 m1 b1 i1 op1 le i4 lg x:y ss sss"),
        Row(":Not(P):is(LI)", "l1 l2 l3 l4 l5 m1 m2"),
        Row("DIV > P", "p1 p2 p3 p4"),
        Row(":RooT", "root"),
        Row("/* c */ p /* d */ . a", nil),
        Row("p/**/.a", "p1"),
        Row("p/**/ .a", ""),
        Row("/**/p/**/,/**/h1/**/", "h p1 p2 p3 p4"),
    ]
}
