import Testing

@Suite struct EnabledTests {
    @Test func controlsCanBeDisabled() throws {
        try expect(
            """
            <input id=a><input id=b disabled><button id=c></button><select id=d disabled><option id=e></option></select>
            <textarea id=f></textarea><p id=g disabled></p><select id=h><optgroup id=i disabled><option id=j></option></optgroup><option id=k disabled></option></select>
            """,
            [Row(":enabled", "a c e f h"), Row(":disabled", "b d i j k"), Row("p:enabled, p:disabled", "")]
        )
    }

    @Test func fieldsetsDisableWhatIsInThem() throws {
        try expect(
            """
            <fieldset id=a disabled><legend><input id=b></legend><legend><input id=c></legend><div><input id=d></div>
            <fieldset id=e><input id=f></fieldset></fieldset><fieldset id=g><input id=h></fieldset>
            """,
            [Row(":disabled", "a c d e f"), Row(":enabled", "b g h")]
        )
    }
}

@Suite struct CheckedTests {
    @Test func boxesAndButtons() throws {
        try expect(
            """
            <input id=a type=checkbox checked><input id=b type=checkbox><input id=c type=radio checked><input id=d checked>
            <input id=e type=radio name=x checked><input id=f type=radio name=x checked>
            """,
            [Row(":checked", "a c f")]
        )
    }

    @Test func menusShowOneOption() throws {
        try expect(
            """
            <select><option id=a disabled></option><option id=b></option><option id=c></option></select>
            <select><option id=d selected></option><option id=e selected></option></select>
            <select multiple><option id=f selected></option><option id=g selected></option><option id=h></option></select>
            <select size=3><option id=i></option></select><select><optgroup><option id=j></option></optgroup></select>
            """,
            [Row(":checked", "b e f g j"), Row(":selected", "b e f g j")]
        )
    }
}

@Suite struct RequiredTests {
    @Test func onlySomeTypesCanBe() throws {
        try expect(
            "<input id=a required><input id=b><input id=c type=hidden required><select id=d required></select><textarea id=e></textarea><button id=f required></button>",
            [Row(":required", "a d"), Row(":optional", "b c e")]
        )
    }
}

@Suite struct ReadWriteTests {
    @Test func whatCanBeChangedInPlace() throws {
        try expect(
            """
            <input id=a><input id=b readonly><input id=c disabled><input id=d type=checkbox><textarea id=e></textarea>
            <div id=f contenteditable><p id=g></p><p id=h contenteditable=false></p></div><fieldset disabled><input id=i></fieldset>
            """,
            [Row(":read-write", "a e f g"), Row("input:read-only", "b c d i"), Row("p:read-only", "h")]
        )
    }
}

@Suite struct PlaceholderTests {
    @Test func emptyControlsShowIt() throws {
        try expect(
            """
            <input id=a placeholder=x><input id=b placeholder=x value=y><input id=c><textarea id=d placeholder=x></textarea>
            <textarea id=e placeholder=x>y</textarea><input id=f type=checkbox placeholder=x><input id=g type=number placeholder=x value=y>
            """,
            [Row(":placeholder-shown", "a d g")]
        )
    }
}

@Suite struct DefaultTests {
    @Test func aFormsFirstButtonAndWhatIsChosen() throws {
        try expect(
            """
            <form><button id=a type=button></button><input id=b type=submit><button id=c></button></form>
            <form id=x></form><button id=d form=x></button><button id=e></button><input id=f type=checkbox checked>
            <select><option id=g selected></option><option id=h></option></select>
            """,
            [Row(":default", "b d f g")]
        )
    }
}

@Suite struct IndeterminateTests {
    @Test func nothingChosenYet() throws {
        try expect(
            """
            <input id=a type=radio name=x><input id=b type=radio name=x><input id=c type=radio name=y><input id=d type=radio name=y checked>
            <progress id=e></progress><progress id=f value=1></progress><input id=g type=checkbox><form><input id=h type=radio name=y></form>
            """,
            [Row(":indeterminate", "a b e h")]
        )
    }
}

@Suite struct RangeTests {
    @Test func valuesAreComparedWithTheirBounds() throws {
        try expect(
            """
            <input id=a type=number min=1 max=3 value=2><input id=b type=number min=1 max=3 value=4><input id=c type=number value=4>
            <input id=d type=date min=2020-02-28 value=2020-02-29><input id=e type=date max=2020-02-28 value=2020-02-29>
            <input id=f type=time min=22:00 max=02:00 value=23:30><input id=g type=time min=22:00 max=02:00 value=12:00>
            <input id=h type=month max=2020-05 value=2020-06><input id=i type=week min=2020-W53 value=2020-W53><input id=j min=1 value=0>
            <input id=k type=datetime-local min=2020-01-01T00:00 value=2019-12-31T23:59><input id=l type=number min=1><input id=m type=range value=200>
            <input id=n type=number min=x value=5><input id=o type=week max=2020-W01 value=2019-W53>
            """,
            [Row(":in-range", "a d f i l m o"), Row(":out-of-range", "b e g h k")]
        )
    }

    /// A range of times from a later to an earlier one crosses midnight; from a time to itself it is that time alone.
    @Test func rangesOfTimes() throws {
        try expect(
            """
            <input id=a type=time min=22:00 max=06:00 value=23:00><input id=b type=time min=22:00 max=06:00 value=06:00>
            <input id=c type=time min=22:00 max=06:00 value=06:01><input id=d type=time min=22:00 max=06:00 value=22:00>
            <input id=e type=time min=06:00 max=06:00 value=06:00><input id=f type=time min=06:00 max=06:00 value=06:01>
            <input id=g type=time min=06:00 max=06:00 value=05:59>
            """,
            [Row(":in-range", "a b d e"), Row(":out-of-range", "c f g")]
        )
    }
}

@Suite struct ValidityTests {
    @Test func controlsAreCheckedAsABrowserDoes() throws {
        try expect(
            """
            <form id=a><input id=b required></form><form id=c><input id=d required value=x></form><fieldset id=e><input id=f type=email value=x></fieldset>
            <input id=g type=email value=a@b.c><input id=h type=url value='http://x'><input id=i type=url value=x><input id=j pattern='[a-c]+' value=abc>
            <input id=k pattern='[a-c]+' value=abd><input id=l type=number step=2 value=3><input id=m type=number max=2 value=3>
            <input id=n type=hidden required><input id=o required disabled><select id=p required><option value=''></option></select><button id=q></button>
            <input id=r type=checkbox required><input id=s pattern='(' value=x>
            """,
            [Row(":invalid", "a b e f i k l m p r"), Row(":valid", "c d g h j q s")]
        )
    }
}
