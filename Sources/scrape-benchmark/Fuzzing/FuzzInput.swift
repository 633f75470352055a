import Basics
import DOM

/// An input of the parser: a page or a fragment.
struct FuzzInput {
    let bytes: [UInt8]
    /// The element for which a fragment is parsed, in the notation of the html5lib tests (`td`, `svg path`); `nil` for
    /// a page.
    let context: String?
    let scripting: Bool

    /// The contexts of fragments: all elements with their own rules in the standard.
    static let contexts = [
        "body", "div", "p", "table", "tbody", "tr", "td", "caption", "colgroup", "select", "option",
        "template",
        "html", "head", "frameset", "title", "textarea", "style", "script", "noscript", "plaintext", "xmp",
        "form",
        "svg svg", "svg foreignObject", "svg desc", "svg title", "svg path", "math math", "math mi",
        "math ms",
        "math annotation-xml",
    ]

    /// The input with a number, which depends only on the seed, the number and the pages.
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

    /// Parses the input; the tree of a fragment has the fragment in its root.
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

/// Reproducible pseudo-random numbers.
struct Randomness {
    private var generator: SplitMix64

    /// The numbers for one input of a run, independent of those of other inputs.
    init(seed: UInt64, index: Int) {
        var seeds = SplitMix64(seed: seed)
        var own = SplitMix64(seed: seeds.next() ^ UInt64(truncatingIfNeeded: index))
        generator = SplitMix64(seed: own.next())
    }

    mutating func next() -> UInt64 { generator.next() }

    /// A number from 0 up to but not including `bound`; 0 if `bound` is not positive.
    mutating func below(_ bound: Int) -> Int {
        guard bound > 0 else { return 0 }
        return Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32)
    }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of the elements. There must be at least one.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// Real pages for the mutator.
enum FuzzPages {
    /// The maximum number of bytes that are read.
    private static let limit = 64 << 20

    /// All pages below a folder, in the order of their paths, as valid UTF-8.
    static func load(_ folder: String) throws(CommandError) -> [[UInt8]] {
        var walk = FolderWalk(folder)
        var files: [String] = []
        while let found = walk.next() {
            if case .file(let path) = found { files.append(path) }
        }
        var pages: [[UInt8]] = []
        var size = 0
        for file in files.sorted() where file.hasSuffix("html") && size < limit {
            guard let data = try? File.read(walk.path(of: file)), !data.isEmpty else {
                continue
            }
            size += data.count
            pages.append(Array(String(decoding: data, as: UTF8.self).utf8))
        }
        if pages.isEmpty { throw CommandError(text: "no pages (*html) in \(folder)") }
        return pages
    }
}
