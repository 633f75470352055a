import Testing

@testable import DOM

/// SVG and MathML in HTML pages: elements in their own namespaces.
@Suite struct ForeignElementTests {
    @Test(arguments: [
        ("<p>a<svg><title>t</title><style>s</style><text>b</text></svg>c", "at bc"),
        ("<p>a <math><mi>x</mi><mo>=</mo><annotation>y</annotation></math> z", "a x=y z"),
        ("<p>a<svg><foreignObject><p>b</p></foreignObject></svg>c", "a\nb\nc"),
    ])
    func textIsWhatIsDrawn(_ html: String, _ text: String) throws {
        let document = try Document.htmlFragment(html)
        #expect(String(decoding: document.text(of: document.node), as: UTF8.self) == text)
        let page = try Document.xml("<r/>".utf8).document
        try page.insertHTML(html.utf8, in: try #require(page.rootElement))
        #expect(String(decoding: page.text(of: page.node), as: UTF8.self) == text)
        #expect(TreeCheck.problem(in: page) == nil)
    }

    /// A serialized fragment is parsed to the same tree.
    @Test(arguments: [
        "<svg viewBox=\"0 0 1 1\"><path d=\"M0\"></path><br></svg>x",
        "<svg><a xlink:href=\"u\" xml:lang=\"en\"></a></svg>",
        "<svg xmlns:xlink=\"u\" xmlns=\"v\"></svg>", "<math><mi>x</mi></math>",
        "<noscript><img src=\"a\"></noscript>",
        "<svg><style>a&lt;b</style></svg><style>a<b</style>", "<template><td>x</td></template>",
        "<plaintext>a<b&amp;", "<svg><foreignObject><br><p>x</p></foreignObject></svg>",
    ])
    func serializingGivesWhatWasRead(_ html: String) throws {
        let document = try Document.htmlFragment(html)
        let body = try #require(document.rootElement?.lastElementChild)
        let written = String(decoding: document.innerHTML(of: body), as: UTF8.self)
        #expect(
            written
                == (html.hasPrefix("<plaintext>") ? html + "</plaintext>" : html).replacing(
                    "<br></svg>",
                    with: "</svg><br>"
                )
        )
    }

    @Test func noscriptIsReadByTheScriptingFlag() throws {
        var options = HTMLOptions()
        let html = "<noscript><b>x</b>&lt;</noscript>"
        for scripting in [true, false] {
            options.scripting = scripting
            let document = try Document.htmlFragment(html, options: options)
            let body = try #require(document.rootElement?.lastElementChild)
            #expect((body.firstElementChild?.firstElementChild == nil) == scripting)
            #expect(document.innerHTML(of: body) == Array(html.utf8))
            #expect(document.text(of: body).isEmpty == scripting)
        }
    }
}
