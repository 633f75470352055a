import Testing

@testable import Selectors

/// Every pseudo-class is parsed by its name, and its description is parsed to the same.
@Suite struct PseudoClassTests {
    @Test(arguments: PseudoClass.keywordNames)
    func keyword(_ name: String) throws {
        let list = try SelectorList("p:\(name.uppercased())")
        #expect(list.description == "p:\(name)")
        expectLaw(list)
    }

    @Test(arguments: PseudoClass.functionNames)
    func function(_ name: String) throws {
        let argument: String
        if let function = PseudoClass.Function(rawValue: name) {
            switch function {
            case .is, .where, .not, .has, .haschild, .webkitAny, .host, .hostContext: argument = "b"
            case .lang: argument = "en, \"*-CH\""
            case .dir: argument = "ltr"
            case .eq, .lt, .gt: argument = "2"
            case .state, .activeViewTransitionType: argument = "x"
            }
        } else {
            argument = Nth.Kind(rawValue: name) == nil ? "\"x\"" : "2n + 1"
        }
        let list = try SelectorList("p:\(name)(\(argument))")
        expectLaw(list)
        if name != "host" { expectRefused(["p:\(name)"]) }
        if !["is", "where", "-webkit-any"].contains(name) { expectRefused(["p:\(name)()"]) }
    }
}
