import Testing

@testable import Selectors

@Suite struct SpecificityTests {
    @Test(arguments: [
        ("*", 0, 0, 0), ("p", 0, 0, 1), ("p i", 0, 0, 2), (".a", 0, 1, 0), ("#a", 1, 0, 0),
        ("p.a#b[c]:root", 1, 3, 1), ("p::before", 0, 0, 2), (":hover", 0, 1, 0),
        (":is(p, #a, .b)", 1, 0, 0), (":where(#a)", 0, 0, 0), (":not(.a, p)", 0, 1, 0),
        (":has(> #a)", 1, 0, 0), (":nth-child(2)", 0, 1, 0),
        (":nth-child(2 of #a, p)", 1, 1, 0), (":is()", 0, 0, 0), ("a > b + c ~ d", 0, 0, 4),
        (":lang(en)", 0, 1, 0), ("*|p", 0, 0, 1), (":host(.a)", 0, 2, 0),
        ("::slotted(.a)", 0, 1, 1), ("&", 0, 0, 0), (":contains(x)", 0, 1, 0), ("p::text", 0, 0, 1),
        ("[a!=b]", 0, 1, 0), (":is(:is(#a b), c)", 1, 0, 1), ("p:first", 0, 1, 1),
    ])
    func specificity(_ text: String, _ ids: Int, _ classes: Int, _ types: Int) throws {
        #expect(
            try SelectorList(text).selectors.map(\.specificity) == [
                Specificity(ids: ids, classes: classes, types: types)
            ]
        )
    }

    @Test func idsComeBeforeClassesBeforeTypes() {
        #expect(Specificity(ids: 1) > Specificity(classes: 99, types: 99))
        #expect(Specificity(classes: 1) > Specificity(types: 99))
        #expect(Specificity(ids: 1, classes: 2, types: 3).description == "(1, 2, 3)")
    }
}
