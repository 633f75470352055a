import DOM

/// A reader to which `scrape-benchmark fuzz` gives inputs.
protocol FuzzReader: Sendable {
    /// The name on the command line.
    var name: String { get }
    /// The number of inputs that a fast reader gets for each input of this one.
    var cost: Int { get }
    /// Reads the input with a number, which depends only on the seed and the number.
    func read(seed: UInt64, index: Int) -> FuzzResult
    /// The input as text, for a message; with the result if asked for.
    func shown(seed: UInt64, index: Int, withResult: Bool) -> String
}

/// The result for an input.
struct FuzzResult {
    var bytes = 0
    /// The size of the result: nodes, records, pages.
    var nodes = 0
    /// A violated invariant; `nil` if there is none.
    var problem: String?
    /// Makes the text of the result, by which it is compared with that of another build.
    var text: () -> String = { "" }
}

/// The HTML parser, whose trees are checked.
struct PageFuzz: FuzzReader {
    var name: String { "html" }
    var cost: Int { 1 }
    let mutator: PageMutator?

    func read(seed: UInt64, index: Int) -> FuzzResult {
        let input = FuzzInput(seed: seed, index: index, mutator: mutator)
        let (problem, nodes) = FuzzCheck.result(of: input)
        return FuzzResult(bytes: input.bytes.count, nodes: nodes, problem: problem) {
            guard let document = try? input.parse() else { return "no tree" }
            var text = ""
            TreeDump.dump(document, style: .html5lib) { text += $0 }
            TreeDump.dump(document, style: .outline) { text += $0 }
            return text + String(decoding: document.innerHTML(of: document.node), as: UTF8.self)
        }
    }

    func shown(seed: UInt64, index: Int, withResult: Bool) -> String {
        let input = FuzzInput(seed: seed, index: index, mutator: mutator)
        var text = input.context.map { "fragment of \($0)" } ?? "page"
        text += (input.scripting ? "" : ", scripting off") + "\n"
        text += String(decoding: input.bytes, as: UTF8.self).debugDescription + "\n"
        if withResult { text += read(seed: seed, index: index).text() }
        return text
    }
}

/// A reader of a format, which gets mutated examples of it.
struct FormatFuzz: FuzzReader {
    let name: String
    var cost = 1
    let mutator: FormatMutator
    /// Reads an input.
    let reading: @Sendable (_ input: [UInt8], _ index: Int) -> FuzzResult

    init(
        _ name: String,
        cost: Int = 1,
        examples: [String],
        bytes: [[UInt8]] = [],
        reading: @escaping @Sendable (_ input: [UInt8], _ index: Int) -> FuzzResult
    ) {
        self.name = name
        self.cost = cost
        mutator = FormatMutator(examples.map { Array($0.utf8) } + bytes)
        self.reading = reading
    }

    private func input(_ seed: UInt64, _ index: Int) -> [UInt8] {
        var random = Randomness(seed: seed, index: index)
        return mutator.make(&random)
    }

    func read(seed: UInt64, index: Int) -> FuzzResult {
        let input = input(seed, index)
        var result = reading(input, index)
        result.bytes = input.count
        return result
    }

    func shown(seed: UInt64, index: Int, withResult: Bool) -> String {
        let input = input(seed, index)
        let text = String(validating: input, as: UTF8.self)?.debugDescription ?? "bytes \(input)"
        return text + "\n" + (withResult ? reading(input, index).text() + "\n" : "")
    }
}
