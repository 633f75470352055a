import Testing

@testable import DOM

/// Trees from a browser: for pages whose trees once differed, or that the shared tests do not cover. The expected trees
/// are those of Chromium 156.
@Suite struct BrowserTreeTests {
    @Test(arguments: BrowserTree.all)
    func treeIsTheBrowsers(_ tree: BrowserTree) throws {
        var dump = ""
        let document = try tree.parse()
        let root = tree.context == nil ? document.node : try #require(document.rootElement)
        TreeDump.dump(root, in: document, style: .html5lib) { dump += $0 }
        #expect(dump == tree.dump)
    }
}

/// A page or fragment and its tree, in the format of the html5lib tests.
struct BrowserTree: CustomTestStringConvertible, Sendable {
    let html: String
    /// A fragment's context element.
    var context: String?
    var scripting = true
    let dump: String

    init(_ html: String, in context: String? = nil, scripting: Bool = true, _ lines: String...) {
        self.html = html
        self.context = context
        self.scripting = scripting
        dump = lines.map { "| \($0)\n" }.joined()
    }

    var testDescription: String { html.debugDescription + (context.map { " in \($0)" } ?? "") }

    func parse() throws -> Document {
        var options = HTMLOptions()
        options.scripting = scripting
        guard let context else { return try Document.html(html.utf8, options: options) }
        return try Document.htmlFragment(html.utf8, in: FragmentContext(name: context), options: options)
    }
}
