import Testing

@Suite struct ContainsTests {
    private let page = """
        <div id=a>One <b id=b>two</b> three<!-- four --></div><p id=c>one  two</p><p id=d></p><script id=e>five</script><p id=f>(x) 'y'</p>
        """

    @Test func theWholeTextIsSearched() throws {
        try expect(
            page,
            [
                Row("body :contains(two)", "a b c"), Row(":contains(\"One two\")", "<html> <body> a"),
                Row("p:contains('one')", "c"), Row("p:contains(One)", ""),
                Row("div:contains(four)", ""), Row("div:contains('two three')", "a"),
                Row("p:contains('')", "c d f"), Row("p:contains(one  two)", "c"),
                Row("p:contains((x))", "f"), Row("p:contains('(x)')", "f"), Row("p:contains(\\(x)", "f"),
                Row("p:contains(\\'y\\')", "f"),
                Row("script:contains(five)", "e"), Row("p:contains('one', 'x')", "c f"),
                Row("p:-soup-contains('one')", "c"), Row("p:-soup-contains(one, x)", "c f"),
                Row("p:CONTAINS(one)", "c"), Row("p:not(:contains(one))", "d f"),
                Row("p:contains(]), p:contains(!)", ""), Row("div:contains(two):contains(three)", "a"),
            ]
        )
    }

    /// Where a block ends, words do; inline elements and drawings are within a line.
    @Test func blocksAreOnLinesOfTheirOwn() throws {
        let page = """
            <section id=a><p>one</p>two</section><section id=b><b>one</b>two</section>\
            <section id=c>one<div><p><i>two</i></p></div>three</section><section id=d>one<br>two</section>\
            <section id=e>one<svg><text>two</text></svg>three</section><section id=f><div><b>one</b></div>two</section>\
            <section id=g>one<svg></svg>two</section>
            """
        try expect(
            page,
            [
                Row("section:matches(^one two$)", "a d f"), Row("section:matches(^onetwo$)", "b g"),
                Row("section:matches('^one two three$')", "c e"),
                Row("section:matchesWholeText(^onetwo$)", "a b d f g"),
                Row("p:matches(^one$)", "<p>"), Row("div:matches(^two$)", "<div>"),
            ]
        )
    }

    @Test func caseCanBeIgnored() throws {
        try expect(
            page,
            [
                Row("div:icontains(ONE)", "a"), Row("p:icontains('TWO')", "c"),
                Row("p:icontains(One  Two)", "c"),
            ]
        )
        try expect("<p id=a>ÄÖ</p>", [Row("p:icontains(äö)", "a"), Row("p:contains(äö)", "")])
    }

    @Test func ownTextIsWhatIsDirectlyInIt() throws {
        try expect(
            page,
            [
                Row("div:containsOwn(one three)", "a"), Row("div:containsOwn(two)", ""),
                Row("p:containsOwn('ONE TWO')", "c"), Row("div:-soup-contains-own('One')", "a"),
                Row("div:-soup-contains-own('One  three')", ""), Row("div:-soup-contains-own('one')", ""),
                Row("div:containsWholeOwnText(One  three)", "a"),
            ]
        )
    }

    @Test func whiteSpaceCanCount() throws {
        try expect(
            page,
            [
                Row("p:containsWholeText(one  two)", "c"), Row("p:containsWholeText(one two)", ""),
                Row("div:containsWholeText(two three)", "a"),
            ]
        )
    }

    @Test func dataIsWhatIsNotShown() throws {
        try expect(
            page,
            [
                Row("script:containsData(FIVE)", "e"), Row("div:containsData(four)", "a"),
                Row("body :containsData(one)", ""),
            ]
        )
    }

    @Test func whatIsNoTextIsRefused() {
        expectRefused([
            ":contains()", ":contains", ":contains( )", ":contains('a' b)", ":contains('a',)", ":contains(a",
            ":-soup-contains(1)", ":containsOwn()",
        ])
    }

    @Test func leafNodesCanBeAskedFor() throws {
        try expect(
            "<div id=a><b id=b>x</b><!-- Note --></div><div id=c><script id=d>var y</script></div>",
            [
                Row("body :has(> ::comment)", "a"), Row("body:has(::comment)", "<body>"),
                Row("div:has(::comment:contains(note))", "a"), Row("div:has(::comment:contains(x))", ""),
                Row("div:has(b ::text)", "a"), Row("div:has(> ::text)", ""),
                Row("div:has(::text:contains(x))", "a"), Row("div:has(::data:contains(VAR))", "c"),
                Row("div:has(script > ::data)", "c"), Row("div:has(::leafnode:matches(^va))", "c"),
                Row("div:has(::comment, ::data)", "a c"),
            ]
        )
        expectRefused([
            "::comment", ":has(+ ::comment)", ":has(::comment b)", ":has(b::comment)",
            ":has(::comment:empty)", ":is(::comment) !", ":has(::comment:contains('a','b'))",
        ])
    }
}

@Suite struct MatchesTests {
    private let page =
        "<p id=a>The <i id=b>Rain</i></p><p id=c>99  bottles</p><div id=d>x<p id=e>y</p></div><p id=f> </p><p id=g></p>"

    @Test func patternsAreFoundAnywhere() throws {
        try expect(
            page,
            [
                Row("p:matches(\\d+ bottles)", "c"), Row("p:matches((?i)the rain)", "a"),
                Row("p:matches(the)", ""), Row("p:matches(^The Rain$)", "a"),
                Row("p:matches(\"\\d{2}\")", "c"), Row("p:matches('[()]')", ""),
                Row("p:matches([0-9)])", "c"), Row("div:matches(^x y$)", "d"),
                Row("p:matchesOwn(^The$)", "a"), Row("p:matchesOwn(Rain)", ""),
                Row("p:matchesWholeText(99  b)", "c"), Row("p:matchesWholeText(^\\s+$)", "f"),
                Row("p:matchesWholeOwnText(^$)", "g"), Row("p:matches(^$)", "f g"),
                Row("p:matches((?<=99) +(?=b))", "c"), Row("p:matches([a-z&&[^a-y]])", ""),
                Row("p:matches([\\p{L}--[a-su-z]]he Rain)", "a"), Row("p:matches(\\p{script=Latin}{7})", "c"),
                Row("p:not(:matches(.))", "f g"), Row("p:matches(Rain|bottles)", "a c"),
            ]
        )
    }

    @Test func wrongPatternsAreRefused() {
        expectRefused([
            ":matches()", ":matches((?>a))", ":matches(a++)", ":matches(\\X)", ":matches(a{,3})",
            ":matches(a**)", ":matches([a)", ":matches(\\1)",
            ":matches('(')", ":matches(*)",
        ])
    }
}
