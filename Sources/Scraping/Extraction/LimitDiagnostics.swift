import DOM
import Records

extension Diagnostic {
    /// The limits that a page has reached in becoming a tree.
    ///
    /// - Parameter known: those that have been told.
    static func limits(
        of document: Document,
        page: String,
        since known: ReachedLimits = ReachedLimits()
    ) -> [Diagnostic] {
        var told: [Diagnostic] = []
        if let error = document.limitReached, error != known.limit {
            told.append(Diagnostic(reached: error, page: page))
        }
        if document.isFlattened, !known.isFlattened { told.append(Diagnostic(flattened: page)) }
        return told
    }

    /// That elements are nested deeper than in any browser.
    private init(flattened page: String) {
        self.init(
            .page,
            "elements are nested so deep that the deeper ones become siblings, as in browsers",
            severity: .warning,
            at: Location(file: page),
            help: "--max-depth raises the limit"
        )
    }

    /// That a page has reached a limit, so that what stands in it from there on is not read.
    init(reached error: ParseError, page: String) {
        self.init(
            .page,
            "\(error.description): what comes after is not read",
            at: error.location(in: page),
            help: error.remedy
        )
    }

    /// Why there is no tree: of what has none nothing can be read, so that it is the input that is at fault, not what
    /// stands in it.
    init(unreadable error: ParseError, page: String) {
        var message = error.description
        if case .malformed(_, _, let reason) = error { message = reason }
        self.init(.input, message, at: error.location(in: page), help: error.remedy)
    }
}

/// The limits that a page had reached at some time.
struct ReachedLimits {
    var limit: ParseError?
    var isFlattened = false

    init() {}

    init(_ document: Document) {
        limit = document.limitReached
        isFlattened = document.isFlattened
    }
}

extension ParseError {
    /// Whether it is a bound that the page has reached, and not what stands in it.
    var isLimit: Bool {
        switch self {
        case .tooLarge, .tooManyElements, .tooDeep, .tooSlow, .tooManyAttributes, .tooManyNamespaces: true
        case .outOfMemory, .malformed: false
        }
    }

    fileprivate func location(in page: String) -> Location {
        switch self {
        case .malformed(let line, let column, _): Location(file: page, line: line, column: column)
        case .tooManyAttributes(let line, _), .tooManyNamespaces(let line, _):
            Location(file: page, line: line)
        case .tooLarge, .tooManyElements, .tooDeep, .tooSlow, .outOfMemory: Location(file: page)
        }
    }

    /// What raises the limit, where something does.
    fileprivate var remedy: String? {
        switch self {
        case .tooLarge: "--max-bytes raises the limit"
        case .tooManyElements: "--max-elements raises the limit"
        case .tooDeep: "--max-depth raises the limit"
        case .tooSlow: "--max-time raises the limit"
        case .tooManyAttributes, .tooManyNamespaces, .outOfMemory, .malformed: nil
        }
    }
}
