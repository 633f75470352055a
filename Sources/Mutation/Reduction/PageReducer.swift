import DOM
public import Engine
public import Records

/// Reduces saved pages to the parts that their rules use (test-case reduction, as in delta debugging).
///
/// A reduced page yields the same records and diagnostics, and its `Trace/shape` is the same: the same
/// alternatives apply, the others are skipped for the same reasons, and every selector has the same number of matches.
/// Reduction only deletes bytes. The remaining bytes are unchanged.
///
/// ```swift
/// let reduced = try PageReducer().reduce(page, rules)
/// print(reduced.before.bytes, reduced.after.bytes)
/// ```
public struct PageReducer: Sendable {
    /// The maximum number of candidates that are read. `nil` for ``defaultRunLimit``, combined with ``defaultByteLimit``.
    public var runs: Int?

    /// The default maximum number of candidates of a page.
    public static let defaultRunLimit = 2000
    /// The maximum number of bytes of all candidates of a page, unless ``runs`` is set.
    public static let defaultByteLimit = 128 << 20

    /// Creates a reducer.
    public init(runs: Int? = nil) {
        self.runs = runs
    }

    /// Reduces a page.
    ///
    /// - Throws: if the page's encoding is not supported, the page has no tree, or its readings differ.
    /// - Complexity: linear in the page's length for each run.
    public func reduce(_ page: Page, _ rules: Rules) throws(Diagnostics) -> ReducedPage {
        guard let document = rules.parse(page).document else {
            throw PageReducer.failure("the page has no tree and cannot be reduced", page)
        }
        let kind = PageKind(document)
        guard let text = EditableText(page, kind.encodingFormat) else {
            throw PageReducer.failure(
                "a page in ISO-2022-JP cannot be reduced: its bytes depend on preceding ones",
                page
            )
        }
        let oracle = try ReductionOracle(page, rules, text, kind, self)
        var search = ChunkSearch(
            ChunkTree(text.bytes, kind),
            oracle.valueWords,
            keepingLinesBefore: oracle.keptLineEnd,
            isAccepted: oracle.accepts
        )
        search.run(hasNumberedLines: [.csv, .text].contains(kind))
        let rest = oracle.candidate(search.reduction)
        guard oracle.isSameReading(rest) else {
            throw PageReducer.failure("readings of the page differ: the page is unchanged", page)
        }
        return ReducedPage(
            page: rest,
            before: .init(bytes: page.bytes.count, elements: ElementIndex(document).elements.count),
            after: .init(
                bytes: rest.bytes.count,
                elements: rules.parse(rest).document.map { ElementIndex($0).elements.count } ?? 0
            ),
            runs: oracle.runs,
            isEnded: oracle.isEnded
        )
    }

    static func failure(_ message: String, _ page: Page) -> Diagnostics {
        Diagnostics([Diagnostic(.input, message, at: Location(file: page.name))])
    }
}

/// A page without the parts that its rules do not use.
public struct ReducedPage: Sendable {
    /// The size of a page.
    public struct Size: Hashable, Sendable {
        /// The number of bytes.
        public var bytes: Int
        /// The number of elements in the tree, before the preparations.
        public var elements: Int
    }

    /// The page with the remaining bytes.
    public let page: Page
    /// The size before the reduction.
    public let before: Size
    /// The size after the reduction.
    public let after: Size
    /// The number of candidates that were read.
    public let runs: Int
    /// Whether the search ended at the limit of runs or bytes.
    public let isEnded: Bool

    /// Whether any bytes were deleted.
    public var isSmaller: Bool { after.bytes < before.bytes }

    /// Writes the page to a file, which is replaced atomically.
    public func write(to path: String) throws(Diagnostics) {
        do throws(File.Failure) {
            let file = try ReplacementFile(path)
            try file.write(page.bytes)
            try file.commit()
        } catch {
            throw Diagnostics([Diagnostic(.input, "cannot write: \(error)", at: Location(file: path))])
        }
    }
}
