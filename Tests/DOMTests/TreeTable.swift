/// Pages and their trees, by the insertion mode or kind of tag that they test. A tree is on one line: elements as
/// `name[attribute=value](children)`, texts in quotation marks, comments and doctypes as in the source; the contents of
/// a template are its children.
enum TreeTable {
    struct Row: Sendable {
        let page: String
        let tree: String

        init(_ page: String, _ tree: String) {
            self.page = page
            self.tree = tree
        }
    }

    struct Section: Sendable, CustomStringConvertible {
        let description: String
        let rows: [Row]
    }

    static let sections = [
        Section(description: "before the document element", rows: beforeTheDocumentElement),
        Section(description: "head", rows: head),
        Section(description: "after head", rows: afterHead),
        Section(description: "in body: paragraphs and blocks", rows: blocks),
        Section(description: "lists", rows: lists),
        Section(description: "button scope", rows: buttonScope),
        Section(description: "formatting and adoption agency", rows: formatting),
        Section(description: "other elements of body", rows: otherElements),
        Section(description: "tables", rows: tables),
        Section(description: "select", rows: select),
        Section(description: "template", rows: template),
        Section(description: "frameset", rows: frameset),
        Section(description: "foreign content", rows: foreignContent),
        Section(description: "comments and markup declarations", rows: comments),
        Section(description: "character references", rows: characterReferences),
        Section(description: "tags and attributes", rows: tags),
    ]

    private static let beforeTheDocumentElement = [
        Row("<!DOCTYPE html>", "<!DOCTYPE html> html(head body)"),
        Row("<!--a--><!DOCTYPE html><!--b-->", "<!--a--> <!DOCTYPE html> <!--b--> html(head body)"),
        Row(" <!DOCTYPE html> x", "<!DOCTYPE html> html(head body('x'))"),
        Row("<!DOCTYPE html><!DOCTYPE svg>x", "<!DOCTYPE html> html(head body('x'))"),
        Row("</p></div><br>", "html(head body(br))"),
        Row("</br>x", "html(head body(br 'x'))"),
        Row("</head>x", "html(head body('x'))"),
        Row("</body><p>", "html(head body(p))"),
        Row("</html><!--a-->", "html(head body) <!--a-->"),
        Row("<html a=1><html b=2 a=3>", "html[a=1][b=2](head body)"),
        Row(
            "<!--a--><html><!--b--><head><!--c--></head><!--d--><body><!--e--></body><!--f--></html><!--g-->",
            "<!--a--> html(<!--b--> head(<!--c-->) <!--d--> body(<!--e-->) <!--f-->) <!--g-->"
        ),
    ]

    private static let head = [
        Row("<title>a<b>&amp;</title>b", "html(head(title('a<b>&')) body('b'))"),
        Row("<head></head><title>a</title>", "html(head(title('a')) body)"),
        Row("<head><head><title>a</title>", "html(head(title('a')) body)"),
        Row(
            "<meta a><link><base><basefont><bgsound>x",
            "html(head(meta[a] link base basefont bgsound) body('x'))"
        ),
        Row(
            "<head><noframes><p></noframes><style><p></style>x",
            "html(head(noframes('<p>') style('<p>')) body('x'))"
        ),
        Row(
            "<script>a<!--<script></script>--></script>b",
            "html(head(script('a<!--<script></script>-->')) body('b'))"
        ),
        Row("<script><!--a</script>b", "html(head(script('<!--a')) body('b'))"),
        Row(
            "<script><!--<script>a</script>b--></script>c",
            "html(head(script('<!--<script>a</script>b-->')) body('c'))"
        ),
        Row("<head>  <title>a</title> x", "html(head('  ' title('a') ' ') body('x'))"),
        Row("<head></p><div>", "html(head body(div))"),
        Row("</br><title>a</title>", "html(head body(br title('a')))"),
        Row("<head></body>x", "html(head body('x'))"),
        Row("<head><template><p></head>x</template>y", "html(head(template(p('x'))) body('y'))"),
        Row("<noscript><p>a</noscript>b", "html(head(noscript('<p>a')) body('b'))"),
        Row("<head><noscript><link><p>a</noscript>b", "html(head(noscript('<link><p>a')) body('b'))"),
        Row("<body><noscript><p>a</noscript>b", "html(head body(noscript('<p>a') 'b'))"),
        Row("</head></br>x", "html(head body(br 'x'))"),
        Row("<head></head> <!--a--> <link> x", "html(head(link) ' ' <!--a--> '  ' body('x'))"),
        Row("<title>a</head>b", "html(head(title('a</head>b')) body)"),
        Row("<template>a</template></template>b", "html(head(template('a')) body('b'))"),
    ]

    private static let afterHead = [
        Row("<head></head><frameset><frame></frameset>", "html(head frameset(frame))"),
        Row("<head></head><body a=1><body b=2>", "html(head body[a=1][b=2])"),
        Row("<head></head></div>x", "html(head body('x'))"),
        Row(
            "<head></head><script>a</script><style>b</style><p>",
            "html(head(script('a') style('b')) body(p))"
        ),
        Row("<head></head><head>x", "html(head body('x'))"),
        Row("<head></head></html>x", "html(head body('x'))"),
    ]

    private static let blocks = [
        Row("<p>a<p>b", "html(head body(p('a') p('b')))"),
        Row("<p>a<div>b</p>c", "html(head body(p('a') div('b' p 'c')))"),
        Row("</p>x", "html(head body('x'))"),
        Row("<p><table><tr><td>a", "html(head body(p(table(tbody(tr(td('a')))))))"),
        Row("<p><hr>a", "html(head body(p hr 'a'))"),
        Row("<p><ul><li>a", "html(head body(p ul(li('a'))))"),
        Row("<p><h1>a</h2>b", "html(head body(p h1('a') 'b'))"),
        Row("<h1>a<h2>b", "html(head body(h1('a') h2('b')))"),
        Row("<h1><p>a<h2>b", "html(head body(h1(p('a')) h2('b')))"),
        Row("<pre>\na</pre>", "html(head body(pre('a')))"),
        Row("<pre>\n\na</pre>", "html(head body(pre('\na')))"),
        Row("<listing>\na", "html(head body(listing('a')))"),
        Row("<div><p>a</div>b", "html(head body(div(p('a')) 'b'))"),
        Row("<p><b>a</div>b", "html(head body(p(b('ab'))))"),
        Row(
            "<address>a<article>b<aside>c</address>d",
            "html(head body(address('a' article('b' aside('c'))) 'd'))"
        ),
        Row("<center><p>a<center>b", "html(head body(center(p('a') center('b'))))"),
        Row(
            "<details><summary>a<p>b</summary>c</details>d",
            "html(head body(details(summary('a' p('b')) 'c') 'd'))"
        ),
        Row("<dialog><dir><menu><p>a<menu>b", "html(head body(dialog(dir(menu(p('a') menu('b'))))))"),
        Row("<fieldset><legend>a</fieldset>b", "html(head body(fieldset(legend('a')) 'b'))"),
        Row("<figure><figcaption>a</figure>b", "html(head body(figure(figcaption('a')) 'b'))"),
        Row(
            "<main><header><hgroup><nav><section><search>a</main>b",
            "html(head body(main(header(hgroup(nav(section(search('a')))))) 'b'))"
        ),
        Row("<p><search>a", "html(head body(p search('a')))"),
        Row("<p><plaintext>a</p>b", "html(head body(p plaintext('a</p>b')))"),
        Row("<xmp>a<b></xmp>c", "html(head body(xmp('a<b>') 'c'))"),
        Row("<p><xmp>a</xmp>b", "html(head body(p xmp('a') 'b'))"),
        Row("<iframe><p></iframe>a", "html(head body(iframe('<p>') 'a'))"),
        Row("<noembed><p></noembed>a", "html(head body(noembed('<p>') 'a'))"),
        Row("<textarea>\na<b></textarea>b", "html(head body(textarea('a<b>') 'b'))"),
        Row("<textarea>\n\na", "html(head body(textarea('\na')))"),
    ]

    private static let lists = [
        Row("<li>a<li>b", "html(head body(li('a') li('b')))"),
        Row("<ul><li>a<ul><li>b</ul>c<li>d", "html(head body(ul(li('a' ul(li('b')) 'c') li('d'))))"),
        Row("<li><div><li>a", "html(head body(li(div) li('a')))"),
        Row("<li><p><li>a", "html(head body(li(p) li('a')))"),
        Row("<li><address><li>a", "html(head body(li(address) li('a')))"),
        Row("<li><section><li>a", "html(head body(li(section(li('a')))))"),
        Row("<ul><li>a</ul></li>b", "html(head body(ul(li('a')) 'b'))"),
        Row("<li>a</li></li>b", "html(head body(li('a') 'b'))"),
        Row("<dl><dt>a<dd>b<dt>c</dl>d", "html(head body(dl(dt('a') dd('b') dt('c')) 'd'))"),
        Row("<dd>a<dt><div><dd>b", "html(head body(dd('a') dt(div) dd('b')))"),
        Row("<dd><p>a</dd>b", "html(head body(dd(p('a')) 'b'))"),
        Row("</li></dd></dt>x", "html(head body('x'))"),
        Row("<ol><li>a</ol></ol>b", "html(head body(ol(li('a')) 'b'))"),
    ]

    private static let buttonScope = [
        Row("<button>a<button>b", "html(head body(button('a') button('b')))"),
        Row("<button><p>a</button>b", "html(head body(button(p('a')) 'b'))"),
        Row("<p><button><p>a</button>b", "html(head body(p(button(p('a')) 'b')))"),
        Row("<p><button></p>a</button>b", "html(head body(p(button(p 'a') 'b')))"),
        Row("<p><button><div>a</button><div>b", "html(head body(p(button(div('a'))) div('b')))"),
        Row("<button><b>a</button>b", "html(head body(button(b('a')) b('b')))"),
        Row("<button><table><tr><td><button>a", "html(head body(button(table(tbody(tr(td(button('a'))))))))"),
        Row("<div><button></div>a</button>b", "html(head body(div(button) 'ab'))"),
        Row("<p><button><h1>a</button><p>b", "html(head body(p(button(h1('a'))) p('b')))"),
        Row("<p><object><p>a</object><p>b", "html(head body(p(object(p('a'))) p('b')))"),
        Row("<p><marquee></p>a</marquee>b", "html(head body(p(marquee(p 'a') 'b')))"),
        Row("<p><applet><p>a</applet></p>b", "html(head body(p(applet(p('a'))) 'b'))"),
        Row("</button>a", "html(head body('a'))"),
        Row("<button><button></button></button>a", "html(head body(button button 'a'))"),
        Row("<p><table><td></p>a", "html(head body(p(table(tbody(tr(td(p 'a')))))))"),
        Row("<p><svg><foreignObject></p>a", "html(head body(p(svg:svg(svg:foreignObject(p 'a')))))"),
        Row("<p><svg><desc><p>a", "html(head body(p(svg:svg(svg:desc(p('a'))))))"),
        Row("<p><math><mi><p>a", "html(head body(p(math:math(math:mi(p('a'))))))"),
    ]

    private static let formatting = [
        Row("<b>a<i>b</b>c</i>d", "html(head body(b('a' i('b')) i('c') 'd'))"),
        Row("<b>a<p>b</b>c", "html(head body(b('a') p(b('b') 'c')))"),
        Row("<b><p>a</b>b<p>c", "html(head body(b p(b('a') 'b') p('c')))"),
        Row("<a>a<a>b", "html(head body(a('a') a('b')))"),
        Row("<a>a<div><a>b", "html(head body(a('a') div(a a('b'))))"),
        Row("<a><p>a<a>b</a>c", "html(head body(a p(a('a') a('b') 'c')))"),
        Row("<a><table><a>b</table>c", "html(head body(a(a('b') table) a('c')))"),
        Row("<nobr>a<nobr>b", "html(head body(nobr('a') nobr('b')))"),
        Row("<nobr><p><nobr>a", "html(head body(nobr p(nobr nobr('a'))))"),
        Row("<b><i><u>a</b>b</u>c", "html(head body(b(i(u('a'))) i(u('b') 'c')))"),
        Row("<i><b><div></i>a</b>b", "html(head body(i(b) b div(b(i 'a') 'b')))"),
        Row("<b><i><a><s><tt><div></b>x", "html(head body(b(i(a(s(tt)))) a(s(tt(div(b 'x'))))))"),
        Row("<b><i><a><s><div></b>x", "html(head body(b(i(a(s))) i(a(s(div(b 'x'))))))"),
        Row("<b><a><i><s><div><div></b>x", "html(head body(b(a(i(s))) a(i(s(div(b div(b 'x')))))))"),
        Row(
            "<b><em><strong><code><tt><u><p></b>x",
            "html(head body(b(em(strong(code(tt(u))))) code(tt(u(p(b 'x'))))))"
        ),
        Row("<b><b><b><b>a</b></b></b></b>b", "html(head body(b(b(b(b('a')))) 'b'))"),
        Row(
            "<b class=a><b class=a><b class=a><b class=a><p>x",
            "html(head body(b[class=a](b[class=a](b[class=a](b[class=a](p('x')))))))"
        ),
        Row(
            "<b class=a><b class=b><b class=a><b class=a><p>x",
            "html(head body(b[class=a](b[class=b](b[class=a](b[class=a](p('x')))))))"
        ),
        Row(
            "<p><font color=a><font color=a><font color=a><font color=a>a<p>b",
            "html(head body(p(font[color=a](font[color=a](font[color=a](font[color=a]('a'))))) p(font[color=a](font[color=a](font[color=a]('b'))))))"
        ),
        Row(
            "<b><div><div><div><div><div><div><div><div><div><div>a</b>b",
            "html(head body(b div(b div(b div(b div(b div(b div(b div(b div(b(div(div('ab')))))))))))))"
        ),
        Row(
            "<i><div><div><div><div><div><div><div><div>a</i>b",
            "html(head body(i div(i div(i div(i div(i div(i div(i div(i div(i('ab')))))))))))"
        ),
        Row(
            "<i><div><div><div><div><div><div><div>a</i>b",
            "html(head body(i div(i div(i div(i div(i div(i div(i div(i('a') 'b')))))))))"
        ),
        Row(
            "<a><div><div><div><div><div><div><div><div><div>a<a>b",
            "html(head body(a div(a div(a div(a div(a div(a div(a div(a div(a(div('a' a('b')))))))))))))"
        ),
        Row("<font><p>a<b>b</font>c</b>d", "html(head body(font p(font('a' b('b')) b('c') 'd')))"),
        Row("<b>a<table><b>b", "html(head body(b('a' b('b') table)))"),
        Row("<b><table><td></b>a</table>b", "html(head body(b(table(tbody(tr(td('a')))) 'b')))"),
        Row("<table><b>a<tr><td>b", "html(head body(b('a') table(tbody(tr(td('b'))))))"),
        Row("<p><b>a</p>b</b>c", "html(head body(p(b('a')) b('b') 'c'))"),
        Row("<div><b>a</div>b</b>c", "html(head body(div(b('a')) b('b') 'c'))"),
        Row("<b><ruby><rt></b>a", "html(head body(b(ruby(rt)) 'a'))"),
        Row("<b><object></b>a</object>b", "html(head body(b(object('a') 'b')))"),
        Row("<em><applet><b></em>a</applet>b", "html(head body(em(applet(b('a')) 'b')))"),
        Row("</b>a", "html(head body('a'))"),
        Row("</a></p>b", "html(head body('b'))"),
        Row(
            "<a href=1><b><a href=2>x</b>y",
            "html(head body(a[href=1](b) b(a[href=2]('x')) a[href=2]('y')))"
        ),
        Row("<big><small><strike>a</big>b", "html(head body(big(small(strike('a'))) small(strike('b'))))"),
        Row("<code><p></code>a", "html(head body(code p(code 'a')))"),
        Row("<b><nobr><p></b>a</nobr>b", "html(head body(b(nobr) nobr p(nobr(b 'a') 'b')))"),
        Row("<svg><b>a</b>b", "html(head body(svg:svg b('a') 'b'))"),
        Row("<b><svg></b>a", "html(head body(b(svg:svg) 'a'))"),
        Row("<strong><select><option></strong>a", "html(head body(strong(select(option('a')))))"),
    ]

    private static let otherElements = [
        Row("<a><applet>b</a>c</applet>d", "html(head body(a(applet('bc') 'd')))"),
        Row("<marquee>a</div>b", "html(head body(marquee('ab')))"),
        Row("<br></br><br/>a", "html(head body(br br br 'a'))"),
        Row("<img><image a=1>b", "html(head body(img img[a=1] 'b'))"),
        Row("<input type=hidden><input>a", "html(head body(input[type=hidden] input 'a'))"),
        Row("<keygen><wbr><area><embed>a", "html(head body(keygen wbr area embed 'a'))"),
        Row("<param><source><track>a", "html(head body(param source track 'a'))"),
        Row("<hr></hr>a", "html(head body(hr 'a'))"),
        Row(
            "<ruby>a<rb>b<rt>c<rtc>d<rt>e<rp>f",
            "html(head body(ruby('a' rb('b') rt('c') rtc('d' rt('e') rp('f')))))"
        ),
        Row("<ruby><div><rt>a", "html(head body(ruby(div(rt('a')))))"),
        Row("<rt>a<rp>b", "html(head body(rt('a' rp('b'))))"),
        Row("<option>a<option>b<optgroup>c", "html(head body(option('a') option('b') optgroup('c')))"),
        Row("<div><option><p>a<option>b", "html(head body(div(option(p('a' option('b'))))))"),
        Row("<optgroup>a<option>b<optgroup>c", "html(head body(optgroup('a' option('b') optgroup('c'))))"),
        Row("<form>a<form>b</form>c", "html(head body(form('ab') 'c'))"),
        Row("<form><div></form>a", "html(head body(form(div('a'))))"),
        Row("<div><form></div>a</form>b", "html(head body(div(form) 'ab'))"),
        Row("<form><p></form>a", "html(head body(form(p) 'a'))"),
        Row("</form>a", "html(head body('a'))"),
        Row("<form></div></form>a", "html(head body(form 'a'))"),
        Row("<caption>a<col><tbody><td><tr>b", "html(head body('ab'))"),
        Row("<frame><head>a", "html(head body('a'))"),
        Row("<body><frameset>a", "html(head body('a'))"),
        Row("<p><frameset><frame>", "html(head frameset(frame))"),
        Row(" <frameset>", "html(head frameset)"),
        Row("x<frameset>", "html(head body('x'))"),
        Row("<input type=hidden><frameset>", "html(head frameset)"),
        Row("<input><frameset>", "html(head body(input))"),
        Row("<body><p></body>a", "html(head body(p('a')))"),
        Row("<body></html>a", "html(head body('a'))"),
        Row("<body></body><!--a--></html><!--b-->", "html(head body <!--a-->) <!--b-->"),
        Row("</body>x</html>y", "html(head body('xy'))"),
        Row("<x>a</y>b</x>c", "html(head body(x('ab') 'c'))"),
        Row("<x><p>a</x>b", "html(head body(x(p('ab'))))"),
        Row("<p><x></p>a", "html(head body(p(x) 'a'))"),
        Row("<span><div></span>a", "html(head body(span(div('a'))))"),
        Row("<body></p></body></p>", "html(head body(p p))"),
        Row("<p></body><p>", "html(head body(p p))"),
    ]

    private static let tables = [
        Row("<table>a", "html(head body('a' table))"),
        Row("<table> a", "html(head body(' a' table))"),
        Row("<table><td>a", "html(head body(table(tbody(tr(td('a'))))))"),
        Row("<table><tr>a<td>b", "html(head body('a' table(tbody(tr(td('b'))))))"),
        Row("<table><tbody><tr><th>a</table>b", "html(head body(table(tbody(tr(th('a')))) 'b'))"),
        Row("<table><caption>a<p>b</caption>c", "html(head body('c' table(caption('a' p('b')))))"),
        Row("<table><caption>a<tr><td>b", "html(head body(table(caption('a') tbody(tr(td('b'))))))"),
        Row("<table><caption>a</table>b", "html(head body(table(caption('a')) 'b'))"),
        Row("<table><caption><table></caption>a", "html(head body(table(caption('a' table))))"),
        Row("<table><colgroup><col>a", "html(head body('a' table(colgroup(col))))"),
        Row("<table><col><tr>", "html(head body(table(colgroup(col) tbody(tr))))"),
        Row(
            "<table><colgroup> <!--a--><col></colgroup> <tr>",
            "html(head body(table(colgroup(' ' <!--a--> col) ' ' tbody(tr))))"
        ),
        Row("<table><colgroup><template><col></template>", "html(head body(table(colgroup(template(col)))))"),
        Row("<table><tr><td>a<td>b<tr>c", "html(head body('c' table(tbody(tr(td('a') td('b')) tr))))"),
        Row(
            "<table><thead><tr><td>a<tfoot><tr><td>b<tbody>",
            "html(head body(table(thead(tr(td('a'))) tfoot(tr(td('b'))) tbody)))"
        ),
        Row(
            "<table><tr><td><table><tr><td>a</table>b</table>c",
            "html(head body(table(tbody(tr(td(table(tbody(tr(td('a')))) 'b')))) 'c'))"
        ),
        Row("<table><table>a", "html(head body(table 'a' table))"),
        Row("<table><tr><table>a", "html(head body(table(tbody(tr)) 'a' table))"),
        Row("<table><td><p>a</td>b", "html(head body('b' table(tbody(tr(td(p('a')))))))"),
        Row("<table><td>a</th>b</td>c", "html(head body('c' table(tbody(tr(td('ab'))))))"),
        Row("<table><td></tbody>a", "html(head body('a' table(tbody(tr(td)))))"),
        Row("<table><td></table>a", "html(head body(table(tbody(tr(td))) 'a'))"),
        Row("<table><tr></td>a", "html(head body('a' table(tbody(tr))))"),
        Row("<table><tr></tbody>a", "html(head body('a' table(tbody(tr))))"),
        Row("<table><tbody></tr>a", "html(head body('a' table(tbody)))"),
        Row("<table></tbody>a", "html(head body('a' table))"),
        Row("<table><input type=hidden><input>a", "html(head body(input 'a' table(input[type=hidden])))"),
        Row("<table><input type=HIDDEN>", "html(head body(table(input[type=HIDDEN])))"),
        Row("<table><form><tr><td></form>a", "html(head body(table(form tbody(tr(td('a'))))))"),
        Row("<form><table><form>a", "html(head body(form('a' table)))"),
        Row("<table><style>a</style><script>b</script>", "html(head body(table(style('a') script('b'))))"),
        Row("<table><div>a</div>b<tr>", "html(head body(div('a') 'b' table(tbody(tr))))"),
        Row("<table><p>a<tr>b<td>c", "html(head body(p('a') 'b' table(tbody(tr(td('c'))))))"),
        Row("<table><tr><p>a<b>b", "html(head body(p('a' b('b')) table(tbody(tr))))"),
        Row("<table><a>a<td><a>b", "html(head body(a('a') table(tbody(tr(td(a('b')))))))"),
        Row("<table>a<!--b-->c", "html(head body('ac' table(<!--b-->)))"),
        Row("<table> <b> </b>", "html(head body(b(' ') table(' ')))"),
        Row("<table><tr> <i>a", "html(head body(i('a') table(tbody(tr(' ')))))"),
        Row("<table><select><tr><td>a", "html(head body(select table(tbody(tr(td('a'))))))"),
        Row("<table><tr><td><select><td>a", "html(head body(table(tbody(tr(td(select) td('a'))))))"),
        Row("<table><tr><td></body>a", "html(head body(table(tbody(tr(td('a'))))))"),
        Row("<table></html>a", "html(head body('a' table))"),
        Row("<table></caption></colgroup>a", "html(head body('a' table))"),
        Row("<table><td><caption>a", "html(head body(table(tbody(tr(td)) caption('a'))))"),
        Row("<table><th></table>", "html(head body(table(tbody(tr(th)))))"),
        Row("<table><tr><th><th>", "html(head body(table(tbody(tr(th th)))))"),
        Row("<table><tfoot><td>a</tfoot>b", "html(head body('b' table(tfoot(tr(td('a'))))))"),
        Row("<tr><td>a", "html(head body('a'))"),
        Row("<p><table>a<p>b", "html(head body(p('a' p('b') table)))"),
        Row("<table><svg><tr>", "html(head body(svg:svg(svg:tr) table))"),
        Row("<table>&#0;a", "html(head body('\u{FFFD}a' table))"),
        Row("<table><tbody><b>a<tr><td>b", "html(head body(b('a') table(tbody(tr(td('b'))))))"),
        Row("<table><td><form><table><form>", "html(head body(table(tbody(tr(td(form(table)))))))"),
    ]

    private static let select = [
        Row("<select>a<b>b</select>c", "html(head body(select('a' b('b')) b('c')))"),
        Row("<select><option>a<option>b</select>", "html(head body(select(option('a') option('b'))))"),
        Row(
            "<select><optgroup><option>a<optgroup><option>b",
            "html(head body(select(optgroup(option('a')) optgroup(option('b')))))"
        ),
        Row("<select><option>a<hr><option>b", "html(head body(select(option('a') hr option('b'))))"),
        Row("<select><div><option>a</div>b</select>", "html(head body(select(div(option('a')) 'b')))"),
        Row("<select>a<select>b", "html(head body(select('a') 'b'))"),
        Row("<select><input>a", "html(head body(select input 'a'))"),
        Row("<select><textarea>a", "html(head body(select(textarea('a'))))"),
        Row("<select><option><p>a</option>b</select>", "html(head body(select(option(p('ab')))))"),
        Row("<select></option></optgroup>a", "html(head body(select('a')))"),
        Row(
            "<select><script>a</script><template>b</template></select>",
            "html(head body(select(script('a') template('b'))))"
        ),
        Row("<select><table><td>a", "html(head body(select(table(tbody(tr(td('a')))))))"),
        Row("<table><td><select>a</table>b", "html(head body(table(tbody(tr(td(select('a'))))) 'b'))"),
        Row("</select>a", "html(head body('a'))"),
        Row(
            "<select><button><selectedcontent></selectedcontent></button><option>a<option selected>b",
            "html(head body(select(button(selectedcontent('b')) option('a') option[selected]('b'))))"
        ),
        Row("<select><optgroup>a</select>b", "html(head body(select(optgroup('a')) 'b'))"),
    ]

    private static let template = [
        Row("<template><p>a", "html(head(template(p('a'))) body)"),
        Row("<template><td>a</template>b", "html(head(template(td('a'))) body('b'))"),
        Row("<template><tr><td>a</td></tr>b</template>", "html(head(template(tr(td('a')) 'b')) body)"),
        Row("<template><col><tr></template>", "html(head(template(col)) body)"),
        Row("<template><tr>a<td></template>", "html(head(template(tr(td) 'a')) body)"),
        Row("<template><div><tr></template>", "html(head(template(div)) body)"),
        Row("<template><caption>a</template>b", "html(head(template(caption('a'))) body('b'))"),
        Row("<template><tbody><td></template>", "html(head(template(tbody(tr(td)))) body)"),
        Row("<template><option>a<option>b</template>", "html(head(template(option('a') option('b'))) body)"),
        Row("<table><template><td>a</template>b", "html(head body('b' table(template(td('a')))))"),
        Row("<table><tr><template>a</template><td>", "html(head body(table(tbody(tr(template('a') td)))))"),
        Row(
            "<template><template>a</template>b</template>c",
            "html(head(template(template('a') 'b')) body('c'))"
        ),
        Row("<template><b></template>a", "html(head(template(b)) body('a'))"),
        Row("<b><template>a</b>b</template>c", "html(head body(b(template('ab') 'c')))"),
        Row("<template></p></div></template>a", "html(head(template) body('a'))"),
        Row("<template><body><html><head><frameset>a", "html(head(template('a')) body)"),
        Row("<template><form><form></template><form>", "html(head(template(form(form))) body(form))"),
        Row("<p><template><p>a</template>b</p>", "html(head body(p(template(p('a')) 'b')))"),
        Row("<template><script>a</script></template>", "html(head(template(script('a'))) body)"),
        Row("<template>", "html(head(template) body)"),
        Row("<select><template><option>a", "html(head body(select(template(option('a')))))"),
        Row("<div><template></div>a</template>b", "html(head body(div(template('a') 'b')))"),
        Row("<head><template></head>a", "html(head(template('a')) body)"),
    ]

    private static let frameset = [
        Row("<frameset><frame><frameset></frameset>a</frameset>b", "html(head frameset(frame frameset))"),
        Row("<frameset> a <frame> b", "html(head frameset('  ' frame ' '))"),
        Row("<frameset><noframes><p></noframes>", "html(head frameset(noframes('<p>')))"),
        Row("<frameset></frameset><noframes>a</noframes>b", "html(head frameset noframes('a'))"),
        Row("<frameset></frameset></html> a<!--b-->", "html(head frameset ' ') <!--b-->"),
        Row("<frameset></frameset></html><noframes>a", "html(head frameset noframes('a'))"),
        Row("<frameset><p>a", "html(head frameset)"),
        Row("<frameset></frame></frameset>", "html(head frameset)"),
        Row("<frameset><!--a--></frameset><!--b-->", "html(head frameset(<!--a-->) <!--b-->)"),
        Row("<frameset></frameset><frameset>", "html(head frameset)"),
        Row("<html><frameset></html><frame>", "html(head frameset(frame))"),
    ]

    private static let foreignContent = [
        Row("<svg>a</svg>b", "html(head body(svg:svg('a') 'b'))"),
        Row("<svg><g><path/></g></svg>a", "html(head body(svg:svg(svg:g(svg:path)) 'a'))"),
        Row(
            "<svg><G viewbox=1 xlink:href=2 xml:lang=3 XMLNS=4><lineargradient>",
            "html(head body(svg:svg(svg:g[viewBox=1][xlink:href=2][xml:lang=3][xmlns=4](svg:linearGradient))))"
        ),
        Row(
            "<svg><foreignobject><p>a</foreignobject>b",
            "html(head body(svg:svg(svg:foreignObject(p('ab')))))"
        ),
        Row("<svg><foreignObject><svg><p>a", "html(head body(svg:svg(svg:foreignObject(svg:svg p('a')))))"),
        Row("<svg><desc><div>a</desc>b", "html(head body(svg:svg(svg:desc(div('ab')))))"),
        Row("<svg><title><p>a</title>b", "html(head body(svg:svg(svg:title(p('ab')))))"),
        Row("<svg><p>a", "html(head body(svg:svg p('a')))"),
        Row("<svg><b><i>a", "html(head body(svg:svg b(i('a'))))"),
        Row("<svg><font>a", "html(head body(svg:svg(svg:font('a'))))"),
        Row("<svg><font color=a>b", "html(head body(svg:svg font[color=a]('b')))"),
        Row("<svg><font face=a>b", "html(head body(svg:svg font[face=a]('b')))"),
        Row("<svg><font size=a>b", "html(head body(svg:svg font[size=a]('b')))"),
        Row("<svg><g></p>a", "html(head body(svg:svg(svg:g) p 'a'))"),
        Row("<svg><g></br>a", "html(head body(svg:svg(svg:g) br 'a'))"),
        Row("<svg></g></svg></svg>a", "html(head body(svg:svg 'a'))"),
        Row("<svg><g></svg>a", "html(head body(svg:svg(svg:g) 'a'))"),
        Row("<svg></div>a", "html(head body(svg:svg('a')))"),
        Row("<div><svg></div>a", "html(head body(div(svg:svg) 'a'))"),
        Row("<svg><script>a</script>b", "html(head body(svg:svg(svg:script('a') 'b')))"),
        Row("<svg><script/>a", "html(head body(svg:svg(svg:script 'a')))"),
        Row("<svg><style><b></style>a", "html(head body(svg:svg(svg:style) b('a')))"),
        Row("<svg><title>&lt;<b>a</title>b", "html(head body(svg:svg(svg:title('<' b('ab')))))"),
        Row("<svg><![CDATA[a<b>&]]>c", "html(head body(svg:svg('a<b>&c')))"),
        Row("<div><![CDATA[a]]>b", "html(head body(div(<!--[CDATA[a]]--> 'b')))"),
        Row("<svg><foreignObject><![CDATA[a]]>", "html(head body(svg:svg(svg:foreignObject('a'))))"),
        Row("<svg>&#0;a", "html(head body(svg:svg('\u{FFFD}a')))"),
        Row("<math>a<mi>b<p>c", "html(head body(math:math('a' math:mi('b' p('c')))))"),
        Row(
            "<math><mi><mglyph><malignmark>a",
            "html(head body(math:math(math:mi(math:mglyph(math:malignmark('a'))))))"
        ),
        Row("<math><mi><b>a</mi>b", "html(head body(math:math(math:mi(b('ab')))))"),
        Row("<math><mtext><svg><p>a", "html(head body(math:math(math:mtext(svg:svg p('a')))))"),
        Row("<math><annotation-xml><p>a", "html(head body(math:math(math:annotation-xml) p('a')))"),
        Row(
            "<math><annotation-xml encoding=text/html><p>a",
            "html(head body(math:math(math:annotation-xml[encoding=text/html](p('a')))))"
        ),
        Row(
            "<math><annotation-xml encoding=APPLICATION/XHTML+XML><div>a</annotation-xml>b",
            "html(head body(math:math(math:annotation-xml[encoding=APPLICATION/XHTML+XML](div('ab')))))"
        ),
        Row(
            "<math><annotation-xml><svg><foreignObject><p>a",
            "html(head body(math:math(math:annotation-xml(svg:svg(svg:foreignObject(p('a')))))))"
        ),
        Row(
            "<math definitionurl=a><mo>b</math>c",
            "html(head body(math:math[definitionURL=a](math:mo('b')) 'c'))"
        ),
        Row("<math><mrow/></mrow>a", "html(head body(math:math(math:mrow 'a')))"),
        Row("<math></p>a", "html(head body(math:math p 'a'))"),
        Row("<svg><table><tr><td>a", "html(head body(svg:svg table(tbody(tr(td('a'))))))"),
        Row("<svg><tr><td>a", "html(head body(svg:svg(svg:tr(svg:td('a')))))"),
        Row("<table><tr><td><svg><td>a", "html(head body(table(tbody(tr(td(svg:svg(svg:td('a'))))))))"),
        Row("<svg><circle/></svg><circle/>a", "html(head body(svg:svg(svg:circle) circle('a')))"),
        Row("<p><svg><p>a", "html(head body(p(svg:svg) p('a')))"),
        Row("<svg><select><option>a", "html(head body(svg:svg(svg:select(svg:option('a')))))"),
        Row("<svg><template>a", "html(head body(svg:svg(svg:template('a'))))"),
        Row(
            "<svg><image><textPath><feblend><clippath>",
            "html(head body(svg:svg(svg:image(svg:textPath(svg:feBlend(svg:clipPath))))))"
        ),
        Row("<svg><a><svg><a>b", "html(head body(svg:svg(svg:a(svg:svg(svg:a('b'))))))"),
        Row("<a><svg><a>b", "html(head body(a(svg:svg(svg:a('b')))))"),
        Row("<svg><frameset>", "html(head body(svg:svg(svg:frameset)))"),
        Row("<svg><html><body>a", "html(head body(svg:svg(svg:html) 'a'))"),
        Row("<math><ms><ul><li>a", "html(head body(math:math(math:ms(ul(li('a'))))))"),
        Row("<svg><g><sub>a", "html(head body(svg:svg(svg:g) sub('a')))"),
        Row("<svg><g/><span>a", "html(head body(svg:svg(svg:g) span('a')))"),
    ]

    private static let comments = [
        Row("<!--a-->b", "<!--a--> html(head body('b'))"),
        Row("<!--a--!>b", "<!--a--> html(head body('b'))"),
        Row("<!--a--!-->b", "<!--a--!--> html(head body('b'))"),
        Row("<!--a--!", "<!--a--> html(head body)"),
        Row("<!--a--!b-->c", "<!--a--!b--> html(head body('c'))"),
        Row("<!-->a", "<!----> html(head body('a'))"),
        Row("<!--->a", "<!----> html(head body('a'))"),
        Row("<!---->a", "<!----> html(head body('a'))"),
        Row("<!---!>a", "<!---!>a--> html(head body)"),
        Row("<!----!>a", "<!----> html(head body('a'))"),
        Row("<!--a--b-->c", "<!--a--b--> html(head body('c'))"),
        Row("<!--a--->b", "<!--a---> html(head body('b'))"),
        Row("<!--<!--a-->b", "<!--<!--a--> html(head body('b'))"),
        Row("<!--<!-->a", "<!--<!--> html(head body('a'))"),
        Row("<!--<!--->a", "<!--<!---> html(head body('a'))"),
        Row("<!--a", "<!--a--> html(head body)"),
        Row("<!--a-", "<!--a--> html(head body)"),
        Row("<!--a--", "<!--a--> html(head body)"),
        Row("<!a>b", "<!--a--> html(head body('b'))"),
        Row("<?a>b", "<!--?a--> html(head body('b'))"),
        Row("<!>a", "<!----> html(head body('a'))"),
        Row("</>a", "html(head body('a'))"),
        Row("</a", "html(head body)"),
        Row("</ a>b", "<!-- a--> html(head body('b'))"),
        Row("<!DOCTYPE html>a", "<!DOCTYPE html> html(head body('a'))"),
        Row("<!DOCTYPE", "<!DOCTYPE > html(head body)"),
        Row("<!doctypehtml>a", "<!DOCTYPE html> html(head body('a'))"),
        Row(#"<!DOCTYPE html PUBLIC "a" "b">c"#, #"<!DOCTYPE html "a" "b"> html(head body('c'))"#),
        Row("<!DOCTYPE html SYSTEM 'a'>b", #"<!DOCTYPE html "" "a"> html(head body('b'))"#),
        Row("<!DOCTYPE html a>b", "<!DOCTYPE html> html(head body('b'))"),
        Row("<![CDATA[a]]>b", "<!--[CDATA[a]]--> html(head body('b'))"),
    ]

    private static let characterReferences = [
        Row("&amp;&lt;&gt;&quot;&apos;", #"html(head body('&<>"''))"#),
        Row("&amp&lt&copy", "html(head body('&<©'))"),
        Row("&ampx&notit;&notin;", "html(head body('&x¬it;∉'))"),
        Row("&not;&NotEqualTilde;&nosuch;&nosuch", "html(head body('¬≂\u{338}&nosuch;&nosuch'))"),
        Row("&#65;&#x41;&#X41;", "html(head body('AAA'))"),
        Row("&#0;&#128;&#x9F;&#xD800;&#x110000;&#13;", "html(head body('\u{FFFD}€Ÿ\u{FFFD}\u{FFFD}\r'))"),
        Row("&#;&#x;&#a;&#xg;&", "html(head body('&#;&#x;&#a;&#xg;&'))"),
        Row("&#65&#x41 &#65b", "html(head body('AA Ab'))"),
        Row(
            #"<a b=&amp c=&ampx d=&amp= e="&ampx" f='&lt;' g=&copy1 h=&copy>"#,
            "html(head body(a[b=&][c=&ampx][d=&amp=][e=&ampx][f=<][g=&copy1][h=©]))"
        ),
        Row(#"<a b=&notit; c="&not;" d=&nosuch;>"#, "html(head body(a[b=&notit;][c=¬][d=&nosuch;]))"),
        Row("&lang;&rang;&LeftArrow;&zwj;&fjlig;", "html(head body('⟨⟩←\u{200D}fj'))"),
        Row("&#x1F600;&#128512;", "html(head body('😀😀'))"),
        Row(
            "<title>&lt;&#65;</title><textarea>&amp;</textarea>",
            "html(head(title('<A')) body(textarea('&')))"
        ),
        Row(
            "<script>&lt;</script><style>&amp;</style>a",
            "html(head(script('&lt;') style('&amp;')) body('a'))"
        ),
    ]

    private static let tags = [
        Row(#"<P CLASS=a Class=b id='c' x="d" y z=>e"#, "html(head body(p[class=a][id=c][x=d][y][z]('e')))"),
        Row("<p/a/b=c/>d", "html(head body(p[a][b=c/]('d')))"),
        Row("<p a=1/>b", "html(head body(p[a=1/]('b')))"),
        Row("<p a = 1 b= 2 c =3>d", "html(head body(p[a=1][b=2][c=3]('d')))"),
        Row(#"<p "a'b<c=d=e>f"#, #"html(head body(p('a'b<c="d=e' 'f')))"#),
        Row("<p =a=b>c", "html(head body(p[=a=b]('c')))"),
        Row("<a", "html(head body)"),
        Row("<a b", "html(head body)"),
        Row("<a b='", "html(head body)"),
        Row(#"<p a='1'b="2"c>d"#, "html(head body(p[a=1][b=2][c]('d')))"),
        Row("<p\na=1>b", "html(head body(p[a=1]('b')))"),
        Row("<p a=&#10;b>c", "html(head body(p[a=\nb]('c')))"),
        Row("</p a=1 />b", "html(head body('b'))"),
        Row("<x-y:z a:b=c>d</X-Y:Z>e", "html(head body(x-y:z[a:b=c]('d') 'e'))"),
        Row("<br/ a>b", "html(head body(br[a] 'b'))"),
        Row("<1>a<p1>b", "html(head body('<1>a' p1('b')))"),
        Row("<a<b>c", "html(head body(a<b('c')))"),
        Row("<ü>a", "html(head body('<ü>a'))"),
        Row("a<b", "html(head body('a'))"),
        Row("a<", "html(head body('a<'))"),
        Row("<p a=b>c</p", "html(head body(p[a=b]('c')))"),
        Row("<p id=a id=b>c", "html(head body(p[id=a]('c')))"),
        Row("<textarea></textarea a>b", "html(head body(textarea 'b'))"),
        Row("<title>a</titlex>b</title >c", "html(head(title('a</titlex>b')) body('c'))"),
        Row("<style>a</style/>b", "html(head(style('a')) body('b'))"),
        Row("<script>a</script", "html(head(script('a</script')) body)"),
        Row(#"<p a="b"#, "html(head body)"),
    ]
}
