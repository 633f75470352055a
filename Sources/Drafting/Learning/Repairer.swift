import Basics
public import Engine
public import Records

/// Repairs rules after a site has changed its pages.
///
/// ```swift
/// let repair = Repairer(registry: registry).repair(rules, old: page, golden: records, new: newPage)
/// for field in repair.fields { print(field.name, field.status, field.confidence) }
/// ```
///
/// First the repairer searches for names that the site has replaced: those that the rules use, that the old page has
/// and the new one lacks. Then it searches for the values that are still missing, like ``Learner``: if there are
/// several records, first for their elements, then for the fields within these. A proposal reads the new page as the
/// old one was read, and the old one as before; if that cannot be shown, the result is ``RepairStatus/unknown``.
public struct Repairer: Sendable {
    /// The plugins that the rules use.
    public var registry: Registry
    /// The number of mutations by which candidates are compared.
    public var mutations: Int
    /// The confidence below which nothing is proposed.
    public var margin: Double
    /// The name of the old page in comments on changes, such as that of its case, `plants/list`; by default the page's
    /// name.
    public var origin: String?

    /// A repairer.
    public init(registry: Registry, mutations: Int = 8, margin: Double = 0.5) {
        self.registry = registry
        self.mutations = mutations
        self.margin = margin
    }

    /// Repairs rules with a page from before a redesign and one from after it.
    ///
    /// - Parameters:
    ///   - rules: the rules that read the old page.
    ///   - old: the page from before.
    ///   - golden: the records of the old page; fields that the rules do not read are ignored.
    ///   - new: the page from after.
    ///   - others: other pages from before, whose records must not change either.
    /// - Complexity: a parse of each page for each name that may have been replaced, and the cost of learning.
    public func repair(
        _ rules: Rules,
        old: Page,
        golden: [Record],
        new: Page,
        others: [Page] = []
    ) -> Repair {
        repair(rules, old: old, golden: golden, new: new, others: others, in: RepairScope())
    }

    /// The same for a page of a crawl, which the rules of its kind read.
    package func repair(
        _ rules: Rules,
        old: Page,
        golden: [Record],
        new: Page,
        others: [Page],
        in scope: RepairScope
    ) -> Repair {
        let task = RepairTask(
            registry,
            rules,
            old: old,
            golden: golden,
            new: new,
            others: others,
            origin: origin ?? old.name,
            scope: scope
        )
        var draft = RepairDraft(task, margin: margin)
        draft.replaceNames()
        var learner = Learner(mutations: mutations)
        learner.prefersVisible = true
        for (type, indices) in task.target.types {
            if indices.count == 1 {
                PageRepair(learner: learner, record: type).run(&draft)
            } else {
                RecordRepair(learner: learner, record: type).run(&draft)
            }
        }
        return draft.repair
    }

    /// The share of the texts of records that a page has, from 0 to 1: an indication of whether they were read from it.
    public static func share(of records: [Record], on page: Page) -> Double {
        shares(of: [records], on: page)[0]
    }

    /// The same for the records of several pages.
    ///
    /// - Complexity: the page is read once.
    package static func shares(of pages: [[Record]], on page: Page) -> [Double] {
        let texts = pages.map(texts)
        let example = LearningExample(page, records: pages.joined().map(\.fields))
        guard texts.contains(where: { !$0.isEmpty }), let text = Learner.texts(of: [example])[0] else {
            return pages.map { _ in 0 }
        }
        return texts.map { texts in
            texts.isEmpty ? 0 : Double(texts.count { text.isAnywhere($0) }) / Double(texts.count)
        }
    }

    /// Whether any of the records has a text that is unlikely to be on a page by chance.
    package static func hasTexts(_ records: [Record]) -> Bool { !texts(of: records).isEmpty }

    private static func texts(of records: [Record]) -> [String] {
        records.flatMap(\.fields).compactMap(\.value.string).filter { $0.count >= 4 }
    }
}
