import Testing

@testable import Mutation

/// The kinds of mutations, and their descriptions.
@Suite struct PageMutationTests {
    @Test(arguments: [(0, "wrap <li>"), (1, "line 1: wrap <li>"), (14, "line 14: wrap <li>")])
    func anElementOnALineIsDescribedWithIt(_ line: Int, _ text: String) {
        let mutation = PageMutation(kind: .wrap, line: line, subject: "<li>", element: 3, part: 0, variant: 0)
        #expect(mutation.description == text)
    }

    @Test(arguments: [
        (PageKind.html, "wrap insert column drop rename attributes space"),
        (.xml, "wrap insert drop attributes space"),
        (.json, "wrap insert drop reorder"), (.linkedData, "insert drop reorder"),
        (.csv, "column drop reorder"),
        (.text, "insert"),
    ])
    func kindsOfAPage(_ kind: PageKind, _ names: String) {
        #expect(MutationKind.all(on: kind).map(\.rawValue).joined(separator: " ") == names)
    }

    @Test func rareKindsHaveLessWeight() {
        let weights = MutationKind.allCases.map { "\($0.rawValue) \($0.weight)" }
        #expect(
            weights == [
                "wrap 3", "insert 3", "column 2", "drop 3", "rename 3", "attributes 1", "space 2",
                "reorder 2",
            ]
        )
    }
}
