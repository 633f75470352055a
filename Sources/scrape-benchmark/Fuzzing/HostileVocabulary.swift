/// The vocabulary of hostile pages: names with their own rules in the standard, and other syntax that its algorithms
/// treat specially.
enum HostileVocabulary {
    /// Groups of related names, so that a page of one or two themes exercises the rules that concern both.
    static let themes: [[[UInt8]]] = [
        words("a b i u s em font nobr code big small strong strike tt"),
        words(
            "p div address blockquote center section article h1 h2 pre listing form details dialog main menu"
        ),
        words("table tbody thead tfoot tr td th caption colgroup col"),
        words("select option optgroup hr input keygen textarea button selectedcontent datalist"),
        words("svg math foreignObject desc title mi mo mn ms mtext annotation-xml mglyph malignmark g path"),
        words("template table tr td col script style frameset select"),
        words("ul ol li dl dt dd div p ruby rb rt rtc rp"),
        words("html head body title base link meta style script noscript template frameset frame noframes"),
        words("script style textarea title xmp iframe noembed noframes noscript plaintext"),
        words("applet marquee object area br embed img image wbr param source track hr isindex bgsound"),
        words("x-y unknown a:b o:p SVG linearGradient clipPath fecolormatrix font image video audio search"),
    ]

    static let attributes = words(
        """
        id class href src type=hidden type=HIDDEN type=text name value style encoding=text/html
        encoding=application/xhtml+xml encoding=TEXT/HTML color face size xlink:href xml:lang xmlns
        xmlns=http://www.w3.org/2000/svg xmlns:xlink viewbox viewBox definitionurl gradientunits attributename
        a=1 a=2 A=3 b='x' c="y" d=" &amp; " e=&notin f=&not= g="&lt" @click [x] (y) #z =w x=y/ shadowrootmode checked
        """
    )

    /// Sequences that parsers often handle incorrectly.
    static let motifs = lines(
        """
        <b><p></b>x
        <a><div><a>
        <a><p>x</a>y
        <b><i></b></i>x
        <b><b><b><b></b></b></b></b>x
        <font size=1><font size=2><p></font>
        <nobr>1<nobr>2
        <table><b>x<tr>y
        <table>x<td>y
        <table><tr>x</table>
        <table> <p>a</p> <tr> b
        <table><input type=hidden><input>
        <table><form><tr><form>
        <table><select><tr>
        <table><a>1<p>2</a>3</p>
        <table></p></br></body>
        <td><table><caption><td>
        <colgroup>x<col></colgroup>
        <select><div><select>
        <select><option><optgroup><option><hr>
        <select><button><selectedcontent></button><option>a
        <select><svg></select>
        <svg><desc><div></svg>
        <svg><foreignObject><p><svg></p>
        <svg><title><b></title></b>
        <svg></p><p>
        <svg><font><font color>
        <svg><script>a<b></script>
        <svg><style><!--</style>-->
        <svg><![CDATA[a<b>&amp;]]>
        <math><mi><p><mglyph><malignmark>
        <math><annotation-xml><svg><p>
        <math><annotation-xml encoding=text/html><p>
        <math></br>
        <math><mtext><table><mi>
        <template><td>x</template>
        <template><tr><div></template>
        <template><col><p></template>
        <template></template></template>
        <table><template><tr></template><td>
        <p><template><p></template>
        <frameset><frame></frameset>
        <p><frameset>
        </head><title>x</title>
        <head><noscript><link></noscript>
        <head><noscript>x</noscript>
        <noscript><!--</noscript>-->
        <script><!--<script></script>--></script>
        <script><!--<script>-></script>
        <script></script
        <script><!--</scr
        <textarea>\\n</textarea>
        <pre>\\nx
        <title></titl</title >
        <plaintext></plaintext>
        <xmp></xm</xmp/>
        <style></style x>
        <form><div></form><form>
        <li><ul><li><p><li>
        <dd><div><dt>
        <h1><h2></h1></h3>
        <button><button>
        <p><button><p></button></p>
        <ruby>a<rb>b<rtc>c<rt>d<rp>e
        <object><p></object></p>
        <marquee><b></marquee>x
        </p></br>
        <br/></br/>
        <image src=x>
        <isindex>
        <html a=1><body b=2><html a=3 c=4><body b=5 d=6>
        </body>x</html>y<!--z-->
        </html><p>
        <!doctype html><!doctype x>
        <keygen><param><track><source>
        <div></p></span></b></div>
        <o:p></o:p></x-y>
        """
    )

    static let texts = lines(
        """
        x
        ab cd
        \u{20}
        \\n
        \\r
        \\r\\n
        \\t\\f
        \\0
        a\\0b
        é
        日本
        😀
        &amp;
        &AMP
        &notit;
        &notin;
        &not
        &NotEqualTilde;
        &nbsp
        &#0;
        &#x80;
        &#xD800;
        &#x110000;
        &#99999999999999999999;
        &#13;
        &#x
        &#;
        &;
        &
        &am
        &CounterClockwiseContourIntegral;
        <
        < a
        <3
        </
        </>
        </ x>
        <?php x>
        <!x>
        <!
        ]]>
        -->
        >
        /
        =
        "
        '
        """
    )

    static let markup = lines(
        """
        <!--x-->
        <!---->
        <!-->
        <!--->
        <!--a--!>
        <!--a--!b-->
        <!--<!--x-->
        <!--<!-->
        <!-- -- - -->
        <!--\\0\\r-->
        <!--x
        <![CDATA[x]]>
        <![CDATA[\\0]]]>
        <![CDATA[
        <!DOCTYPE html>
        <!doctype>
        <!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
        <!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "x">
        <!DOCTYPE html PUBLIC "-//IETF//DTD HTML//">
        <!DOCTYPE html SYSTEM 'about:legacy-compat'>
        <!DOCTYPE html SYSTEM
        <!DOCTYPE a b c>
        <!DOCTYPE\\0x "
        """
    )

    static let all = themes.flatMap(\.self)

    private static func words(_ text: String) -> [[UInt8]] {
        text.split { $0 == " " || $0 == "\n" }.map { Array($0.utf8) }
    }

    /// One text per line; line ends, tabs and NUL are escaped with a backslash.
    private static func lines(_ text: String) -> [[UInt8]] {
        let escapes: [UInt8: UInt8] = [
            UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
            UInt8(ascii: "f"): 0x0C,
            UInt8(ascii: "0"): 0,
        ]
        return text.split(separator: "\n").map { line in
            var bytes: [UInt8] = []
            var rest = line.utf8[...]
            while let byte = rest.popFirst() {
                if byte == UInt8(ascii: "\\"), let next = rest.first, let escape = escapes[next] {
                    rest.removeFirst()
                    bytes.append(escape)
                } else {
                    bytes.append(byte)
                }
            }
            return bytes
        }
    }
}
