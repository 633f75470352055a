package import DOM

/// Finds out why selectors match nothing in a page: which parts of them match, and what their author probably intended.
package struct SelectorDiagnosis {
    private let document: Document
    private let matcher: Matcher

    /// The maximum number of selectors of a list that are examined, and of candidates that are reported.
    private static let selectorLimit = 4
    private static let candidateLimit = 4
    /// Selectors with more simple selectors than this are probably generated, and are not examined.
    private static let lengthLimit = 64

    /// A diagnosis of a page's tree, which must not change.
    package init(_ document: Document) {
        self.document = document
        matcher = Matcher(document)
    }

    /// Why a list matches nothing below an element, or the element itself.
    ///
    /// Complexity: a few walks over the page, however long the selector; parts and candidates are matched together.
    ///
    /// - Parameter hints: other facts, for finding new names.
    package func miss(
        of list: SelectorList,
        from scope: NodeRef,
        _ hints: SelectorHints = SelectorHints()
    ) -> SelectorMiss {
        let selectors = list.selectors.prefix(SelectorDiagnosis.selectorLimit).filter { selector in
            let length = selector.compounds.reduce(0) { $0 + $1.simples.count }
            return !selector.isLoneExtractor && length <= SelectorDiagnosis.lengthLimit
        }
        if selectors.isEmpty { return SelectorMiss(part: nil, candidates: []) }
        let names = NearNames(selectors.map(\.withoutExtractor), in: document, known: hints.known)
        var variants = selectors.flatMap { whole in
            SelectorVariant.parts(of: whole.withoutExtractor).map { $0.extracting(whole.extractor) }
        }
        let partCount = variants.count
        variants += selectors.flatMap { whole in
            SelectorVariant.near(whole.withoutExtractor, names).map { $0.extracting(whole.extractor) }
        }
        let renames = Renames(document: document, matcher: matcher, hints: hints)
        variants += selectors.flatMap { whole in
            renames.variants(of: whole.withoutExtractor, whole.extractor, names, from: scope)
                .map { $0.extracting(whole.extractor) }
        }
        let found = findings(variants, from: scope)
        let part = zip(variants, found).prefix(partCount)
            .filter { $0.1 != nil && $0.0.kept > 0 }
            .max {
                (rank($0.0, $0.1), $1.0.selector.description) < (rank($1.0, $1.1), $0.0.selector.description)
            }
        var candidates = zip(variants, found).compactMap { variant, finding -> Ranked? in
            guard let finding, let reason = variant.reason else { return nil }
            var rank = variant.distance * SelectorVariant.simple - variant.kept + (finding.isInScope ? 0 : 16)
            // A selector whose elements have no value of the field is probably not the intended one.
            if hints.fits?(finding.first, variant.extractor) == false { rank += 3 * SelectorVariant.simple }
            return Ranked(rank: rank, candidate: .init(reason: reason, finding: finding))
        }
        candidates += otherElements(variants, found, selectors, from: scope)
        let text = part?.0.selector.description
        return SelectorMiss(part: part?.1?.named(text ?? ""), candidates: SelectorDiagnosis.best(candidates))
    }

    /// The rank of a part: a match within the scope is more relevant than one elsewhere.
    private func rank(_ variant: SelectorVariant, _ finding: SelectorMiss.Finding?) -> Int {
        variant.kept + (finding?.isInScope == true ? 1_000 : 0)
    }

    private struct Ranked {
        let rank: Int
        let candidate: SelectorMiss.Candidate
    }

    /// The most likely candidates, each selector once and one for each element.
    private static func best(_ candidates: [Ranked]) -> [SelectorMiss.Candidate] {
        var selectors: Set<String> = []
        var nodes: Set<NodeRef> = []
        let sorted = candidates.enumerated().sorted {
            ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
        }
        let best = sorted.map(\.element.candidate).filter { candidate in
            selectors.insert(candidate.finding.selector).inserted
                && nodes.insert(candidate.finding.first).inserted
        }
        return Array(best.prefix(candidateLimit))
    }

    /// The matches of selectors within the scope, or else in the whole page.
    private func findings(_ variants: [SelectorVariant], from scope: NodeRef) -> [SelectorMiss.Finding?] {
        var lists: [SelectorList] = variants.map { SelectorList([$0.selector]) }
        let inScope = matcher.select(SelectorSet(lists), from: scope, includingScope: scope.isElement)
        var findings = zip(variants, inScope).map { variant, matches in
            matches.first.map { first in
                SelectorMiss.Finding(
                    selector: variant.text,
                    matches: matches.count,
                    first: first.node,
                    isInScope: true
                )
            }
        }
        if scope == document.node { return findings }
        // A relative selector has no meaning for the whole page.
        let others = variants.indices.filter { findings[$0] == nil && variants[$0].selector.leading == nil }
        lists = others.map { lists[$0] }
        let elsewhere = matcher.select(SelectorSet(lists), from: document.node, includingScope: false)
        for (index, matches) in zip(others, elsewhere) {
            guard let first = matches.first else { continue }
            findings[index] = SelectorMiss.Finding(
                selector: variants[index].text,
                matches: matches.count,
                first: first.node,
                isInScope: false
            )
        }
        return findings
    }

    /// If everything except the last element's name matches: the selector with the name of the element that is there.
    private func otherElements(
        _ variants: [SelectorVariant],
        _ found: [SelectorMiss.Finding?],
        _ selectors: [ComplexSelector],
        from scope: NodeRef
    ) -> [Ranked] {
        var renamed: [SelectorVariant] = []
        for (whole, extractor) in selectors.map({ ($0.withoutExtractor, $0.extractor) }) {
            guard let last = whole.compounds.last, last.simples.count > 1, let type = last.simples.first,
                case .type(let namespace, let name) = type
            else { continue }
            let index = whole.compounds.count - 1
            for start in 0...index {
                let part = whole.part(start..<index + 1)
                let bare = part.replacing(index - start, with: last.removing(0))
                let place = variants.firstIndex { $0.selector == bare }
                guard let place, let first = found[place]?.first else { continue }
                let other = ByteText(first.name.string)
                if other == name { break }
                let changed = last.replacing(0, with: .type(namespace, other))
                let reason = "element \(CSSText.string(other)) for \(CSSText.string(name))"
                let selector = part.replacing(index - start, with: changed)
                renamed.append(
                    SelectorVariant(selector, reason: reason, distance: -2 + start).extracting(extractor)
                )
                break
            }
        }
        return zip(renamed, findings(renamed, from: scope)).compactMap { variant, finding in
            guard let finding else { return nil }
            let rank = variant.distance * SelectorVariant.simple - variant.kept + (finding.isInScope ? 0 : 16)
            return Ranked(rank: rank, candidate: .init(reason: variant.reason ?? "", finding: finding))
        }
    }
}

/// The diagnosis of a selector that matches nothing.
package struct SelectorMiss {
    /// A selector that matches.
    package struct Finding {
        package private(set) var selector: String
        package let matches: Int
        package let first: NodeRef
        /// Whether there are matches within the scope, and not only elsewhere in the page.
        package let isInScope: Bool

        init(selector: String, matches: Int, first: NodeRef, isInScope: Bool) {
            self.selector = selector
            self.matches = matches
            self.first = first
            self.isInScope = isInScope
        }

        /// The finding with another spelling of the selector.
        func named(_ selector: String) -> Finding {
            var finding = self
            finding.selector = selector
            return finding
        }
    }

    /// A selector that matches, and how it differs.
    package struct Candidate {
        package let reason: String
        package let finding: Finding
    }

    /// The longest part that still matches; `nil` if none does.
    package let part: Finding?
    /// The selectors that were probably intended, the most likely first.
    package let candidates: [Candidate]
}
