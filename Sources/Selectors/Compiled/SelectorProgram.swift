import DOM
import Patterns

/// Selector lists in the form in which they are matched: flat tables that refer to each other by index.
///
/// It is independent of any document: names are numbers, which a ``NameBinding`` resolves.
final class SelectorProgram: Sendable {
    /// The lists as the caller passed them.
    let sources: [[ComplexSelector]]
    /// Names of elements and attributes, which are looked up once for each document.
    let names: [[UInt8]]
    /// The bytes that every text of the program is a span of.
    let bytes: ConstantTable<UInt8>
    let tests: ConstantTable<Test>
    let attributes: ConstantTable<AttributeTest>
    let compounds: ConstantTable<CompiledCompound>
    let selectors: ConstantTable<CompiledSelector>
    let lists: ConstantTable<CompiledList>
    let nths: ConstantTable<NthTest>
    let hasSteps: ConstantTable<HasStep>
    /// The first step of each selector in a `:has()`.
    let hasSelectors: ConstantTable<Int32>
    let hasLists: ConstantTable<Span32>
    let languages: ConstantTable<LanguageTest>
    let languageLists: ConstantTable<Span32>
    let texts: ConstantTable<TextTest>
    let textArguments: ConstantTable<Span32>
    let positions: ConstantTable<PositionTest>
    let leaves: ConstantTable<LeafTest>
    let keys: ConstantTable<Key>
    let candidates: ConstantTable<Candidate>
    /// The candidates that are tried at every element.
    let universal: Span32
    let patterns: [Pattern]
    /// The extractor of each selector; `nil` if it has none.
    let extractors: [Extractor?]
    /// The number of the caller's lists, which are the first of the lists.
    let memberCount: Int32
    let memoCount: Int32
    let nthMemoCount: Int32
    /// The memo rows that are valid for one scope only.
    let scopedMemos: [Int32]
    /// Whether some selector depends on the scope.
    let isScoped: Bool
    let usesAncestorFilter: Bool
    /// The maximum depth of a match below the scope; `nil` if there is no bound.
    let depthLimit: Int?
    /// Whether some selector matches siblings of the scope: it starts with `+` or `~`.
    let looksAfterScope: Bool
    let hasLoneExtractors: Bool
    /// Whether only the first match of each of the caller's lists is needed.
    let isForFirst: Bool
    /// The names of the standards, which have the same address in all documents.
    let standardNames: NameBinding
    private let exactTextKeys: TextKeys
    private let foldedTextKeys: TextKeys

    init(_ compiler: borrowing Compiler, of sources: [[ComplexSelector]]) {
        self.sources = sources
        names = compiler.names.all
        bytes = ConstantTable(compiler.bytes)
        tests = ConstantTable(compiler.tests)
        attributes = ConstantTable(compiler.attributes)
        compounds = ConstantTable(compiler.compounds)
        selectors = ConstantTable(compiler.selectors)
        lists = ConstantTable(compiler.lists)
        nths = ConstantTable(compiler.nths)
        hasSteps = ConstantTable(compiler.hasSteps)
        hasSelectors = ConstantTable(compiler.hasSelectors)
        hasLists = ConstantTable(compiler.hasLists)
        languages = ConstantTable(compiler.languages)
        languageLists = ConstantTable(compiler.languageLists)
        texts = ConstantTable(compiler.texts)
        textArguments = ConstantTable(compiler.textArguments)
        positions = ConstantTable(compiler.positions)
        leaves = ConstantTable(compiler.leaves)
        keys = ConstantTable(compiler.keys.keys)
        candidates = ConstantTable(compiler.keys.candidates)
        universal = compiler.keys.universal
        patterns = compiler.patterns
        extractors = compiler.extractors
        memberCount = compiler.memberCount
        memoCount = compiler.memoCount
        nthMemoCount = compiler.nthMemoCount
        scopedMemos = compiler.scopedMemos
        isScoped = compiler.isScoped
        usesAncestorFilter = compiler.keys.usesAncestorFilter
        depthLimit = compiler.depthLimit
        looksAfterScope = compiler.looksAfterScope
        hasLoneExtractors = compiler.hasLoneExtractors
        isForFirst = compiler.lists.prefix(Int(compiler.memberCount)).allSatisfy(\.isForFirst)
        standardNames = NameBinding(
            names.map { Name.standard($0)?.address ?? 0 },
            keys: compiler.keys.keys
        )
        exactTextKeys = TextKeys(compiler.keys.keys, bytes: bytes.base, foldsCase: false)
        foldedTextKeys = TextKeys(compiler.keys.keys, bytes: bytes.base, foldsCase: true)
    }

    convenience init(_ lists: [[ComplexSelector]], isForFirst: [Bool] = []) {
        var compiler = Compiler()
        compiler.compile(lists, isForFirst: isForFirst)
        self.init(compiler, of: lists)
    }

    /// The names as interned by a document.
    func names(in document: Document) -> NameBinding {
        if standardNames.isComplete { return standardNames }
        return NameBinding(
            names.map { document.existingName($0)?.address ?? 0 },
            keys: (0..<keys.count).map { keys[$0] }
        )
    }

    func textKeys(foldsCase: Bool) -> TextKeys { foldsCase ? foldedTextKeys : exactTextKeys }

    @inline(__always)
    func text(_ span: Span32) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: bytes.base + Int(span.start), count: Int(span.count))
    }
}

// MARK: - Names and keys

/// The addresses of a program's interned names, and its keys by them.
///
/// Names of the standards have the same address in all documents. A program that uses no others needs only one binding.
final class NameBinding: Sendable {
    /// The address of each name; 0 for one that is not interned.
    let addresses: ConstantTable<UInt>
    let tags: AddressTable
    let attributes: AddressTable
    /// Whether all names have an address.
    let isComplete: Bool

    init(_ addresses: [UInt], keys: [Key]) {
        self.addresses = ConstantTable(addresses)
        tags = AddressTable(.tag, keys, addresses)
        attributes = AddressTable(.attribute, keys, addresses)
        isComplete = !addresses.contains(0)
    }
}

/// A program's keys by the text of classes and ids.
final class TextKeys: Sendable {
    let classes: TextTable
    let ids: TextTable

    /// - Parameters:
    ///   - bytes: the bytes that the texts of keys are spans of. The program keeps them.
    ///   - foldsCase: whether `A`–`Z` and `a`–`z` are the same, as in quirks mode.
    init(_ keys: [Key], bytes: UnsafePointer<UInt8>, foldsCase: Bool) {
        func table(_ kind: Key.Kind) -> TextTable {
            let entries = keys.enumerated().filter { $0.element.kind == kind }.map { index, key in
                let start = bytes + Int(key.text.start)
                return (UnsafeBufferPointer(start: start, count: Int(key.text.count)), Int32(index))
            }
            return TextTable(entries, foldsCase: foldsCase)
        }
        classes = table(.class)
        ids = table(.id)
    }
}
