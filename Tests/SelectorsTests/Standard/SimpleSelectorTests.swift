import Testing

@testable import Selectors

@Suite struct TypeTests {
    @Test func namesAreComparedWithoutCase() throws {
        try expect(
            "<div id=a><p id=b></p><P id=c></P></div>",
            [
                Row("p", "b c"), Row("P", "b c"), Row("div", "a"), Row("Di\\76", "a"), Row("span", ""),
                Row("nothing", ""),
            ]
        )
    }

    @Test func anythingIsUniversal() throws {
        try expect(
            "<div id=a><p id=b></p></div>",
            [Row("body *", "a b"), Row("div *", "b"), Row("*|*", "<html> <head> <title> <body> a b")]
        )
        expectRefused(["p*", "**", "p*b"])
    }
}

@Suite struct IDTests {
    @Test func idsAreComparedExactly() throws {
        try expect(
            "<p id=a></p><p id=A></p><p id=a-b></p><p id='a b'></p><p id=台北></p>",
            [
                Row("#a", "a"), Row("#A", "A"), Row("#a-b", "a-b"), Row("p#a", "a"), Row("#a#a", "a"),
                Row("#a#A", ""),
                Row("#a\\20 b", "a b"), Row("#台北", "台北"), Row("div#a", ""), Row("#b", ""),
            ]
        )
    }

    @Test func severalElementsMayHaveOne() throws {
        try expect("<p id=a></p><div><p id=a></p></div>", [Row("#a", "a a"), Row("div #a", "a")])
    }

    @Test func anIDMustBeAnIdentifier() {
        expectRefused(["#", "#1", "#-", "# a", "#.a", "#1a", "p#1 + p"])
    }
}

@Suite struct ClassTests {
    private let page = """
        <p id=a class=x></p><p id=b class='x y'></p><p id=c class=' y\t\nz '></p><p id=d class=X></p>
        <p id=e class=xy></p><p id=f class></p><p id=g class='x x'></p>
        """

    @Test func oneOfTheWordsIsEnough() throws {
        try expect(
            page,
            [
                Row(".x", "a b g"), Row(".y", "b c"), Row(".z", "c"), Row(".x.y", "b"), Row(".x.x", "a b g"),
                Row("p.X", "d"), Row(".xy", "e"), Row("div.x", ""), Row(".nothing", ""),
                Row(".x.nothing", ""),
            ]
        )
    }

    @Test func aClassMustBeAnIdentifier() {
        expectRefused([".", ".1", ". x", "..x", ".x..y", ".#x", "./**/x", ".-"])
    }

    @Test func longAttributesAreReadOnce() throws {
        let filler = String(repeating: "filler ", count: 2000)
        try expect(
            "<div id=a class='\(filler)last'><b id=b><i id=c></i></b></div><div id=d class='\(filler)'><i id=e></i></div>",
            [
                Row(".last i", "c"), Row(".last", "a"), Row("div.filler i", "c e"), Row(".first i", ""),
                Row(".last > b", "b"),
            ]
        )
    }
}

@Suite struct QuirksTests {
    private let body = "<p id=A class=Foo></p><p id=b class='x foo'></p>"

    @Test func classesAndIDsHaveNoCase() throws {
        let page = "<html><body>\(body)</body></html>"
        try expect(
            page,
            [
                Row(".foo", "A b"), Row(".FOO", "A b"), Row("#a", "A"), Row("#B", "b"), Row("p.fOO#a", "A"),
                Row("[class=foo]", ""), Row("[id=a]", ""),
                Row(":is(.FOO)", "A b"), Row(".foo.FOO", "A b"), Row("body .X", "b"),
            ],
            isWhole: true
        )
    }

    @Test func otherwiseTheyDo() throws {
        try expect(body, [Row(".foo", "b"), Row("#a", ""), Row(".Foo", "A")])
    }
}

@Suite struct NamespaceTests {
    @Test func prefixesMustBeDeclared() {
        expectRefused(["a|b", "a|*", "[a|b]", "[a|b=c]", "|", "*|", "a|", "a||b", "a || b", "[|]", "[*|]"])
    }

    @Test func elementsOfHTMLAreInItsNamespace() throws {
        try expect(
            "<p id=a title=x></p>",
            [
                Row("*|p", "a"), Row("|p", ""), Row("body |*", ""), Row("[|title]", "a"),
                Row("[*|title=x]", "a"),
                Row(":not(|p):is(p)", "a"), Row("p[|id]", "a"),
            ]
        )
    }

    @Test func thePagesOwnPrefixesCanBeAllowed() throws {
        for selector in ["dc|title", "dc|*", "[xlink|href]", "a|b > [c|d=e]"] {
            let list = try SelectorList(selector, prefixes: .page)
            expectLaw(list, prefixes: .page)
        }
    }
}
