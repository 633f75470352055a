package import DOM
package import Records

/// All pages of a run: those of its operands, one after the other.
package struct Inputs: PageInput {
    private let operands: [Operand]
    private var index = 0
    private var current: OffsetInput?
    /// How many bytes lie behind the last page.
    private var bytesBehind = 0

    /// The pages that operands of a command line stand for.
    ///
    /// - Parameters:
    ///   - kind: how they are read; `nil` for pages, and archives by their names.
    ///   - globs: patterns of the files that are taken from folders; without any those that are pages by their names.
    ///   - root: below which folder the pages of a sitemap are saved; `nil` for the sitemap's own.
    package static func make(
        operands: [String],
        kind: InputKind?,
        globs: [String] = [],
        root: String? = nil,
        encoding: Encoding? = nil,
        clock: String? = nil,
        url: String? = nil,
        limits: Limits = Limits()
    ) throws(Diagnostic) -> Inputs {
        var patterns: [Glob] = []
        for glob in globs { patterns.append(try Glob(glob)) }
        if operands.count(where: { $0 == "-" }) > 1 {
            throw Diagnostic(.rules, "standard input (-) can be read only once")
        }
        let choice = FileChoice(kind: kind ?? .pages, globs: patterns)
        let facts = PageFacts(url: url, encoding: encoding, clock: clock, limits: limits)
        return Inputs(operands.map { Operand(path: $0, choice: choice, facts: facts, root: root) })
    }

    private init(_ operands: [Operand]) {
        self.operands = operands
    }

    package mutating func next() -> PendingPage? {
        while true {
            if let page = current?.next() {
                bytesBehind = max(bytesBehind, page.bytesBehind)
                return page
            }
            guard index < operands.count else { return nil }
            current = OffsetInput(operands[index].input, bytesBehind)
            index += 1
        }
    }

    /// How much there is to read, found by a walk through the folders.
    package var size: InputSize {
        var size = InputSize(pages: 0, bytes: 0)
        for operand in operands { size += operand.size }
        return size
    }
}
