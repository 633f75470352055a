import Records
import Testing

@Suite struct ValueTests {
    @Test func stringsAreTheSameToTheByte() {
        let composed = Value.string("\u{E4}")
        let decomposed = Value.string("a\u{308}")
        #expect(composed != decomposed)
        #expect(Value.list([composed]) != .list([decomposed]))
        #expect(composed == .string("\u{E4}"))
    }

    @Test func numbersKeepTheirDigitsInComparison() {
        #expect(Value.number(Number(1)) != Number("1.0").map(Value.number))
        #expect(Value.null != false)
    }
}
