import Testing

@Suite struct AttributeTests {
    private let page = """
        <p id=a data-x></p><p id=b data-x=one></p><p id=c data-x='one two'></p><p id=d data-x='one-two'></p>
        <p id=e data-x=ONE></p><p id=f DATA-X='two one'></p><p id=g></p>
        """

    @Test func presence() throws {
        try expect(
            page,
            [
                Row("[data-x]", "a b c d e f"), Row("[DATA-x]", "a b c d e f"),
                Row("[ data-x ]", "a b c d e f"),
            ]
        )
    }

    @Test func operators() throws {
        try expect(
            page,
            [
                Row("[data-x=one]", "b"), Row("[data-x='one two']", "c"), Row("[data-x=\"\"]", "a"),
                Row("[data-x~=one]", "b c f"), Row("[data-x~=two]", "c f"), Row("[data-x~='one two']", ""),
                Row("[data-x~='']", ""), Row("[data-x|=one]", "b d"), Row("[data-x|='']", "a"),
                Row("[data-x^=one]", "b c d"), Row("[data-x^='']", ""), Row("[data-x$=two]", "c d"),
                Row("[data-x$='']", ""), Row("[data-x*='e t']", "c"), Row("[data-x*=n]", "b c d f"),
                Row("[data-x*='']", ""), Row("[data-x = one]", "b"), Row("[data-x=on\\65]", "b"),
                Row("[data-y=one]", ""), Row("[data-x=one][id=b]", "b"), Row("[data-x=one][id=c]", ""),
            ]
        )
    }

    @Test func flags() throws {
        try expect(
            page,
            [
                Row("[data-x=one i]", "b e"), Row("[data-x=ONE I]", "b e"), Row("[data-x='one'i]", "b e"),
                Row("[data-x=one s]", "b"), Row("[data-x^=ON i]", "b c d e"), Row("[data-x~=TWO i]", "c f"),
                Row("[data-x$=Two i]", "c d"), Row("[data-x*=E\\ T i]", "c"), Row("[data-x|=oNe i]", "b d e"),
            ]
        )
    }

    @Test func someValuesOfHTMLHaveNoCase() throws {
        try expect(
            "<input id=a type=TEXT><input id=b type=text><a id=c rel=NoFollow></a><a id=d lang=EN name=X></a>",
            [
                Row("[type=text]", "a b"), Row("[type=Text]", "a b"), Row("[type=text s]", "b"),
                Row("[type=text i]", "a b"), Row("[rel~=nofollow]", "c"), Row("[lang|=en]", "d"),
                Row("[name=x]", ""),
            ]
        )
    }

    @Test func onlyASCIILettersHaveACase() throws {
        try expect(
            "<p id=a title=Ä></p><p id=b title=ä></p>",
            [Row("[title=ä i]", "b"), Row("[title=Ä i]", "a")]
        )
    }

    @Test func whatIsNoValueIsRefused() {
        expectRefused([
            "[", "[]", "[a=", "[=b]", "[a=b c]", "[a=1]", "[a=-1]", "[a=b x]", "[a= ]", "[a=b i i]",
            "[a i]", "[a=#]", "[a^=#]", "[a=b.c]", "[a={}]", "[a=(b)]", "[a#=b]", "[a~ =b]", "[1=a]",
            "[a='b'c']",
        ])
    }
}
