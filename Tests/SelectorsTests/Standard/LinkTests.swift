import Testing

@Suite struct LinkTests {
    @Test func whatHasAnAddressIsALink() throws {
        try expect(
            "<a id=a href=x></a><a id=b></a><map><area id=c href=''></map><link id=d href=x><b id=e href=x></b>",
            [
                Row(":link", "a c"), Row(":any-link", "a c"), Row("a:link", "a"), Row("a:not(:link)", "b"),
                Row("a:visited", ""), Row("a:is(:link, :visited)", "a"),
            ]
        )
    }
}

@Suite struct DynamicTests {
    @Test func whatAPersonOrAScriptDoesNeverMatches() throws {
        let names = [
            "hover", "active", "focus", "focus-visible", "focus-within", "visited", "target", "target-within",
            "current", "past", "future",
            "playing", "paused", "fullscreen", "modal", "user-valid", "autofill", "host", "popover-open",
            "local-link",
        ]
        try expect(
            "<a id=a href=#a></a>",
            names.map { Row("a:\($0)", "") } + names.map { Row("a:not(:\($0))", "a") }
        )
        try expect(
            "<a id=a></a>",
            [
                Row(":host(a)", ""), Row(":host-context(.b)", ""), Row("a:state(x)", ""),
                Row("a:not(:state(x))", "a"),
            ]
        )
    }

    @Test func theirArgumentsAreChecked() {
        expectRefused([
            ":host()", ":host(a, b)", ":host(a b)", ":state()", ":state(1)", ":hover()", ":visble",
            ":focus(a)",
        ])
    }

    @Test func someAreInThePage() throws {
        try expect(
            "<details id=a open></details><details id=b></details><dialog id=c open></dialog><video id=d muted></video><video id=e></video><my-x id=f></my-x>",
            [
                Row(":open", "a c"), Row(":muted", "d"), Row("body :not(:defined)", "f"),
                Row("video:defined", "d e"),
            ]
        )
    }
}

@Suite struct PseudoElementTests {
    @Test func theyParseAndMatchNothing() throws {
        let elements = [
            "::before", ":before", ":AFTER", "::first-line", ":first-letter", "::selection", "::marker",
            "::placeholder", "::part(a b)", "::slotted(p)",
            "::before:hover", "::slotted(p)::before", "::-webkit-scrollbar", "::highlight(x)",
            "::part(a)::after",
        ]
        try expect(
            "<p id=a></p>",
            elements.map { Row("p\($0)", "") } + [Row("p::before, p", "a"), Row("p::text, p::before", "a")]
        )
    }

    @Test func theyAreAtTheEnd() {
        expectRefused([
            "p::before b", "p::before.x", "p::before > b", "p::before::before", "p:after:empty", "::nothing",
            "::", ":::before", "::slotted(a b)",
            "::slotted()", "::part()", "::before(x)", ":not(::before)", ":has(::before)", "p::before + b",
            ":selection",
        ])
    }
}
