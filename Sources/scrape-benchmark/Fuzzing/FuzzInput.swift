import DOM

/// What the parser is given once: a page or a fragment.
struct FuzzInput {
    let bytes: [UInt8]
    /// The element that a fragment is parsed for, as the html5lib tests name it (`td`, `svg path`); `nil` for a page.
    let context: String?
    let scripting: Bool

    /// Fragments' contexts: each that the standard treats in a way of its own.
    static let contexts = [
        "body", "div", "p", "table", "tbody", "tr", "td", "caption", "colgroup", "select", "option",
        "template",
        "html", "head", "frameset", "title", "textarea", "style", "script", "noscript", "plaintext", "xmp",
        "form",
        "svg svg", "svg foreignObject", "svg desc", "svg title", "svg path", "math math", "math mi",
        "math ms",
        "math annotation-xml",
    ]

    /// The input of a run's number: the same for the same seed and the same pages, whatever ran before.
    init(seed: UInt64, index: Int, mutator: PageMutator?) {
        var random = Randomness(seed: seed, index: index)
        scripting = random.chance(50)
        context = random.chance(30) ? random.pick(FuzzInput.contexts) : nil
        if let mutator, random.chance(50) {
            bytes = mutator.make(&random)
        } else {
            bytes = HostilePage.make(&random)
        }
    }

    init(bytes: [UInt8], context: String? = nil, scripting: Bool = true) {
        self.bytes = bytes
        self.context = context
        self.scripting = scripting
    }

    /// The tree that the parser makes of it; that of a fragment has the fragment in its root.
    func parse() throws(ParseError) -> Document {
        var options = HTMLOptions()
        options.scripting = scripting
        guard let element else { return try Document.html(bytes, options: options) }
        return try Document.htmlFragment(bytes, in: element, options: options)
    }

    private var element: FragmentContext? {
        guard let words = context?.split(separator: " ").map(String.init), let name = words.last else {
            return nil
        }
        if words.count == 1 { return FragmentContext(name: name, isInForm: name == "form") }
        return FragmentContext(name: name, namespace: words[0] == "svg" ? .svg : .mathML)
    }
}
