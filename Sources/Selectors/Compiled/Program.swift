/// Selector lists in the form in which they are matched: flat tables that refer to each other by index.
///
/// It knows no page: names are numbers here, which a ``Binding`` resolves for one.
final class Program: Sendable {
    /// What the caller gave.
    let sources: [[ComplexSelector]]
    /// Names of elements and attributes, to be looked up once for each page.
    let names: [[UInt8]]
    /// The bytes that every text of the program is a span of.
    let bytes: Table<UInt8>
    let tests: Table<Test>
    let attributes: Table<AttributeTest>
    let compounds: Table<CompiledCompound>
    let selectors: Table<CompiledSelector>
    let lists: Table<CompiledList>
    let nths: Table<NthTest>
    let hasSteps: Table<HasStep>
    /// The first step of each selector in a `:has()`.
    let hasSelectors: Table<Int32>
    let hasLists: Table<Span32>
    let languages: Table<LanguageTest>
    let languageLists: Table<Span32>
    let texts: Table<TextTest>
    let textArguments: Table<Span32>
    let positions: Table<PositionTest>
    let leaves: Table<LeafTest>
    let keys: Table<Key>
    let candidates: Table<Candidate>
    /// The candidates at every element.
    let universal: Span32
    let patterns: [Pattern]
    /// What each selector of the top lists takes.
    let takes: [Take?]
    /// How many lists the caller gave; they come first among the lists.
    let memberCount: Int32
    let memoCount: Int32
    let nthCacheCount: Int32
    /// The memories whose contents hold for one scope only.
    let scopedMemos: [Int32]
    /// Whether a compound's place among ancestors or siblings depends on the scope.
    let isScoped: Bool
    let usesAncestorFilter: Bool
    /// How far below the scope a match can lie; `nil` where there is no bound.
    let depthLimit: Int?
    let looksBehindScope: Bool
    let hasLoneTakes: Bool
    /// Whether each of the caller's lists is one of which only the first match is wanted.
    let isForFirst: Bool
    /// What is the same for all pages.
    let common: CommonBinding

    init(_ compiler: borrowing Compiler, of sources: [[ComplexSelector]]) {
        self.sources = sources
        names = compiler.names.all
        bytes = Table(compiler.bytes)
        tests = Table(compiler.tests)
        attributes = Table(compiler.attributes)
        compounds = Table(compiler.compounds)
        selectors = Table(compiler.selectors)
        lists = Table(compiler.lists)
        nths = Table(compiler.nths)
        hasSteps = Table(compiler.hasSteps)
        hasSelectors = Table(compiler.hasSelectors)
        hasLists = Table(compiler.hasLists)
        languages = Table(compiler.languages)
        languageLists = Table(compiler.languageLists)
        texts = Table(compiler.texts)
        textArguments = Table(compiler.textArguments)
        positions = Table(compiler.positions)
        leaves = Table(compiler.leaves)
        keys = Table(compiler.keys.keys)
        candidates = Table(compiler.keys.candidates)
        universal = compiler.keys.universal
        patterns = compiler.patterns
        takes = compiler.takes
        memberCount = compiler.memberCount
        memoCount = compiler.memoCount
        nthCacheCount = compiler.nthCacheCount
        scopedMemos = compiler.scopedMemos
        isScoped = compiler.isScoped
        usesAncestorFilter = compiler.keys.usesAncestorFilter
        depthLimit = compiler.depthLimit
        looksBehindScope = compiler.looksBehindScope
        hasLoneTakes = compiler.hasLoneTakes
        isForFirst = compiler.lists.prefix(Int(compiler.memberCount)).allSatisfy(\.isForFirst)
        common = CommonBinding(names: names, keys: compiler.keys.keys, bytes: bytes)
    }

    convenience init(_ lists: [[ComplexSelector]], forFirst first: Set<Int> = []) {
        var compiler = Compiler()
        compiler.compile(lists, forFirst: first)
        self.init(compiler, of: lists)
    }

    deinit {
        bytes.free()
        tests.free()
        attributes.free()
        compounds.free()
        selectors.free()
        lists.free()
        nths.free()
        hasSteps.free()
        hasSelectors.free()
        hasLists.free()
        languages.free()
        languageLists.free()
        texts.free()
        textArguments.free()
        positions.free()
        leaves.free()
        keys.free()
        candidates.free()
        common.free()
    }

    @inline(__always)
    func text(_ span: Span32) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes.base + Int(span.start), count: Int(span.count))
    }
}
