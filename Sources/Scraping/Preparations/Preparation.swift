import DOM
import Records
import Selectors

/// A named change to a page's tree before records are taken from it: what stands in a rules file's `prepare`.
struct Preparation: Sendable {
    /// Changes the tree.
    typealias Function = @Sendable (inout PreparationContext) throws(ParseError) -> Void

    /// The name by which rules files call it.
    let name: String
    /// Makes the change of its arguments in a rules file; `nil` after telling the reader what is wrong with them.
    let make: @Sendable (JSON, inout RulesReader) -> Function?

    /// The preparations that every rules file has.
    static let builtIn: [Preparation] = [.remove, .unwrap, .lines, .sections, .parse]
}

/// A preparation that a rules file names, with its arguments.
struct PreparationRule: Sendable {
    let name: String
    /// Where it stands in the rules file.
    let range: Range<Int>
    let apply: Preparation.Function
}

/// What a preparation works on.
struct PreparationContext {
    let document: Document
    let limits: Limits
    /// How many elements the preparation has found to work on.
    private(set) var matches = 0
    /// What the user must be told, with the page's line.
    private(set) var warnings: [(message: String, line: Int)] = []

    init(document: Document, limits: Limits) {
        self.document = document
        self.limits = limits
    }

    /// The elements that a selector matches, in document order.
    mutating func select(_ list: SelectorList) -> [NodeRef] {
        let nodes = Matcher(document).select(list, from: document.node, includingScope: false).map(\.node)
        matches += nodes.count
        return nodes
    }

    /// The elements below one of `roots` that a selector matches.
    mutating func select(_ list: SelectorList, in roots: [NodeRef]) -> [NodeRef] {
        let matcher = Matcher(document)
        let nodes = roots.flatMap { matcher.select(list, from: $0, includingScope: false).map(\.node) }
        matches += nodes.count
        return nodes
    }

    /// Whether a node still is in the tree: an earlier change may have cut out what it stood in.
    func isAttached(_ node: NodeRef) -> Bool { node.isDescendant(of: document.node) }

    mutating func warn(_ message: String, at node: NodeRef) {
        warnings.append((message, node.line))
    }
}

extension RulesReader {
    mutating func readPreparations(_ json: JSON) -> [PreparationRule] {
        guard case .array(let elements) = json.content else {
            error(
                "expected a list of preparations for \"prepare\", found \(json.kind)",
                at: json.range,
                help: "write […]"
            )
            return []
        }
        return elements.compactMap { readPreparation($0) }
    }

    private mutating func readPreparation(_ json: JSON) -> PreparationRule? {
        guard case .object(let members) = json.content, members.count == 1 else {
            error(
                "expected an object of a preparation's name and its arguments, found \(json.kind)",
                at: json.range,
                help: "write {\"remove\": \".advert\"}"
            )
            return nil
        }
        let member = members[0]
        guard let preparation = Preparation.builtIn.first(where: { $0.name == member.key }) else {
            let help = Suggestion.help(for: member.key, among: Preparation.builtIn.map(\.name))
            error("unknown preparation \"\(member.key)\"", at: member.keyRange, help: help)
            return nil
        }
        return preparation.make(member.value, &self).map {
            PreparationRule(name: member.key, range: member.keyRange, apply: $0)
        }
    }

    /// Reads what most preparations take: selectors, or an object that also says `in` which elements to look.
    mutating func readTargets(_ json: JSON, of what: String) -> PreparationTargets? {
        guard case .object = json.content else {
            return plainSelectors(json, what).map { PreparationTargets(lists: $0, scope: nil) }
        }
        guard let members = members(json, of: what, allowed: ["select", "in"]) else { return nil }
        guard let select = members["select"] else {
            error("expected \"select\" in \(what)", at: json.range)
            return nil
        }
        var scope: SelectorList?
        if let json = members["in"] {
            guard let list = plainSelector(json, "in") else { return nil }
            scope = list
        }
        return plainSelectors(select, what).map { PreparationTargets(lists: $0, scope: scope) }
    }
}

/// The elements that a preparation works on.
struct PreparationTargets: Sendable {
    let lists: [SelectorList]
    let scope: SelectorList?

    /// The elements of a page, each selector's in document order.
    func nodes(in context: inout PreparationContext) -> [NodeRef] {
        guard let scope else { return lists.flatMap { context.select($0) } }
        let roots = Matcher(context.document).select(
            scope,
            from: context.document.node,
            includingScope: false
        )
        return lists.flatMap { context.select($0, in: roots.map(\.node)) }
    }
}
