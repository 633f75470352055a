import DOM

/// What `scrape-benchmark fuzz` gives inputs to.
protocol FuzzReader: Sendable {
    /// The name on the command line.
    var name: String { get }
    /// How many inputs a fast reader gets for one of this.
    var cost: Int { get }
    /// Reads the input with a number, which depends on the seed and the number only.
    func read(seed: UInt64, index: Int) -> FuzzResult
    /// The input as text, for a message; with what was made of it where that can be shown.
    func shown(seed: UInt64, index: Int, withTree: Bool) -> String
}

/// What became of an input.
struct FuzzResult {
    var bytes = 0
    /// The size of what was made of it: nodes, records, pages.
    var nodes = 0
    /// What must not be; `nil` if all is as it must be.
    var problem: String?
}

/// The HTML parser, whose trees are checked.
struct PageFuzz: FuzzReader {
    var name: String { "html" }
    var cost: Int { 1 }
    let mutator: PageMutator?

    func read(seed: UInt64, index: Int) -> FuzzResult {
        let input = FuzzInput(seed: seed, index: index, mutator: mutator)
        let (problem, nodes) = FuzzCheck.result(of: input)
        return FuzzResult(bytes: input.bytes.count, nodes: nodes, problem: problem)
    }

    func shown(seed: UInt64, index: Int, withTree: Bool) -> String {
        let input = FuzzInput(seed: seed, index: index, mutator: mutator)
        var text = input.context.map { "fragment of \($0)" } ?? "page"
        text += (input.scripting ? "" : ", scripting off") + "\n"
        text += String(decoding: input.bytes, as: UTF8.self).debugDescription + "\n"
        guard withTree, let document = try? input.parse() else { return text }
        TreeDump.dump(document, style: .html5lib) { text += $0 }
        return text
    }
}

/// A reader of a format, which gets mutated examples of it.
struct FormatFuzz: FuzzReader {
    let name: String
    var cost = 1
    let mutator: FormatMutator
    /// Reads an input.
    ///
    /// - Returns: the size of what it made of it, and what must not be.
    let reading: @Sendable (_ input: [UInt8], _ index: Int) -> (nodes: Int, problem: String?)

    init(
        _ name: String,
        cost: Int = 1,
        examples: [String],
        bytes: [[UInt8]] = [],
        reading: @escaping @Sendable (_ input: [UInt8], _ index: Int) -> (nodes: Int, problem: String?)
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
        let (nodes, problem) = reading(input, index)
        return FuzzResult(bytes: input.count, nodes: nodes, problem: problem)
    }

    func shown(seed: UInt64, index: Int, withTree: Bool) -> String {
        let input = input(seed, index)
        guard let text = String(validating: input, as: UTF8.self) else { return "bytes \(input)\n" }
        return text.debugDescription + "\n"
    }
}
