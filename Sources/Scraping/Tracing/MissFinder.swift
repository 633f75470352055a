import DOM
import Selectors

/// Finds out why selectors of a page match nothing: of each selector once, and of so many only that it takes bounded
/// time.
struct MissFinder {
    private let document: Document
    private var asked: Set<SelectorList> = []
    private var diagnosis: SelectorDiagnosis?

    /// Of how many selectors it is found out: each takes a few walks over the page.
    private static let limit = 64

    init(_ document: Document) {
        self.document = document
    }

    /// Forgets what has been asked.
    mutating func restart() { asked = [] }

    /// Why a selector matches nothing below an element; `nil` where that has been told or too much has been asked.
    mutating func miss(_ list: SelectorList, from scope: NodeRef) -> SelectorMiss? {
        guard asked.count < MissFinder.limit, asked.insert(list).inserted else { return nil }
        let diagnosis = diagnosis ?? SelectorDiagnosis(document)
        self.diagnosis = diagnosis
        return diagnosis.miss(of: list, from: scope)
    }
}
