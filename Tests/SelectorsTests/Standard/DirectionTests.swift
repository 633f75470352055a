import Testing

@Suite struct DirectionTests {
    @Test func directionsAreInherited() throws {
        try expect(
            "<div id=a dir=rtl><p id=b></p><p id=c dir=ltr><i id=d></i></p><p id=e dir=other></p></div><div id=f></div>",
            [
                Row("body :dir(rtl)", "a b e"), Row("body :dir(ltr)", "c d f"), Row(":dir(up)", ""),
                Row("html:dir(ltr)", "<html>"),
            ]
        )
    }

    @Test func autoGoesByTheFirstLetter() throws {
        try expect(
            """
            <p id=a dir=auto>שלום x</p><p id=b dir=auto>1 - x שלום</p><p id=c dir=auto>12</p><p id=d dir=AUTO><b id=e>مرحبا</b></p>
            <p id=f dir=auto><b id=g dir=ltr>שלום</b>x</p><bdi id=h>שלום</bdi><bdi id=i></bdi><p id=j dir=auto><script>x</script>שלום</p>
            """,
            [Row("body :dir(rtl)", "a d e h j <script>")]
        )
    }

    @Test func someControlsGoByTheirValues() throws {
        try expect(
            """
            <div dir=rtl><input id=a type=tel><input id=b><input id=c dir=auto value=x><input id=d type=number dir=auto></div>
            <input id=e dir=auto value=שלום><textarea id=f dir=auto>שלום</textarea><input id=g type=checkbox dir=auto value=שלום>
            """,
            [Row("input:dir(rtl), textarea:dir(rtl)", "b e f")]
        )
    }

    @Test func whatIsNoDirectionIsRefused() {
        expectRefused([":dir()", ":dir", ":dir('ltr')", ":dir(ltr rtl)"])
    }
}
