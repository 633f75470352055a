import Markdown
import Testing

/// Text that Markdown would read as something else gets a backslash, and no other text does.
@Suite struct EscapingTests {
    @Test(arguments: [
        ("# a", "\\# a"), ("#a", "#a"), ("a # b", "a # b"), ("####### a", "####### a"),
        ("- a", "\\- a"), ("-a", "-a"), ("+ a", "\\+ a"), ("+1", "+1"), ("* a", "\\* a"),
        ("1. a", "1\\. a"), ("12) a", "12\\) a"), ("1.5 a", "1.5 a"), ("1234567890. a", "1234567890. a"),
        ("> a", "\\> a"), ("a > b", "a > b"), ("---", "\\---"), ("- - -", "\\- - -"),
        ("a<br>===", "a\\\n\\==="),
        ("===", "==="), ("a | b<br>--- | ---", "a | b\\\n\\--- | ---"), ("[ ] a", "\\[ ] a"), ("[1]", "[1]"),
        ("2 * 3 * 4", "2 * 3 * 4"), ("*a*", "\\*a\\*"), ("snake_case_name", "snake_case_name"),
        ("_a_", "\\_a\\_"), ("`a`", "\\`a\\`"), ("~~a~~", "\\~\\~a\\~\\~"), ("about ~5 %", "about ~5 %"),
        ("[a](b)", "[a\\](b)"), ("[a]: b", "[a\\]: b"), ("a &lt; b", "a < b"), ("&lt;b>", "\\<b>"),
        ("&amp;amp;", "\\&amp;"), ("&amp;copy", "&copy"), ("AT&amp;T", "AT&T"), ("C:\\path", "C:\\path"),
        ("\\*", "\\\\\\*"), ("a|b", "a|b"), ("http://e.org/a_b_c", "http://e.org/a_b_c"), ("C#", "C#"),
    ])
    func textStaysText(_ html: String, _ expected: String) throws {
        #expect(try markdown("<p>\(html)</p>") == expected)
    }

    /// White space stands outside of marks, and HTML says what Markdown cannot.
    @Test(arguments: [
        ("<b> a </b>b", "**a** b"), ("a<b>b</b>c", "a**b**c"), ("<b>a</b><b>b</b>", "**ab**"),
        ("<b>a</b> <b>b</b>", "**a** **b**"), ("<i><b>a</b></i>", "***a***"), ("<b><b>a</b></b>", "**a**"),
        ("<i>a</i><b>b</b>", "*a***b**"), ("<b>a:</b>b", "<strong>a:</strong>b"), ("<b>a:</b> b", "**a:** b"),
        ("<b>a&nbsp;</b>b", "**a**\u{A0}b"), ("<b></b>a<i> </i>b", "a b"), ("<s>a</s>", "~~a~~"),
        ("H<sub>2</sub>O", "H<sub>2</sub>O"), ("<b>a<br>b</b>", "**a\\\nb**"), ("<q>a</q>", "“a”"),
        ("<b>「a」</b>で", "<strong>「a」</strong>で"), ("<a href=u> a </a>b", "[a](u) b"),
        ("<a href=u><b>a</b></a>", "[**a**](u)"), ("<b>x<a href=u>a</a></b>", "**x[a](u)**"),
        ("!<a href=u>a</a>", "\\![a](u)"), ("<a href=u>[a]</a>", "[[a]](u)"), ("<a href=u></a>a", "a"),
        ("<a href='javascript:x()'>a</a>", "a"), ("<a href='u(v'>a</a>", "[a](u\\(v)"),
        ("<a href='https://e.org/'>https://e.org/</a>", "<https://e.org/>"),
        ("<a href='mailto:a@e.org'>a@e.org</a>", "<a@e.org>"), ("<a href='' title=x>a</a>", "a"),
        ("<a href=u title='a \"b\"'>c</a>", "[c](u \"a \\\"b\\\"\")"),
        ("<a href=u title=c>c</a>", "[c](u \"c\")"),
        ("<code>a</code>", "`a`"), ("<code>a`b</code>", "``a`b``"), ("<code>`</code>", "`` ` ``"),
        ("<code> a  b </code>c", "`a b` c"), ("<code>a<b>b</b></code>", "`ab`"), ("<code></code>a", "a"),
        ("<img src=u alt='a]*'>", "![a\\]\\*](u)"), ("<img src=u width=1 height=1>a", "a"),
        ("<img alt=x>", "x"),
        ("<img src='data:x' data-src=u alt=a>", "![a](u)"), ("<img srcset='u 1x, v 2x'>", "![](u)"),
    ])
    func marksAreMarks(_ html: String, _ expected: String) throws {
        #expect(try markdown("<p>\(html)</p>") == expected)
    }
}
