import DOM
import Records
import Selectors

extension Preparation {
    /// Tells of what the rules are not for, as an error, and cuts it out: a page that is missing, a notice in place of
    /// what was asked for.
    ///
    /// - `select`: which elements. Where the page's root is one of them, the page has no records.
    /// - `because`: what is told of each.
    /// - `show`: a selector, looked for in the element itself and below, whose text or take is told too.
    static let refuse = Preparation(
        name: "refuse",
        about: "tells of what the rules are not for, and cuts it out",
        arguments: .object(.refuse)
    ) { json, reader in
        guard let members = reader.members(json, of: "refuse", .refuse), let select = members["select"],
            let because = members["because"]
        else { return nil }
        let lists = reader.plainSelectors(select, "select")
        let message = reader.string(because, "because")
        if let message, message.allSatisfy(\.isWhitespace) {
            reader.error("expected a text for \"because\", found an empty one", at: because.range)
            return nil
        }
        let shown = members["show"].map { json in
            reader.string(json, "show").flatMap { reader.selector($0, at: json) }
        }
        guard let lists, let message, shown == nil || shown != .some(nil) else { return nil }
        return { context in
            var told: Set<NodeRef> = []
            for element in context.select(lists)
            where context.isAttached(element) && told.insert(element).inserted {
                context.refuse(element, because: message, showing: shown ?? nil)
            }
        }
    }
}

extension PreparationContext {
    fileprivate mutating func refuse(_ element: NodeRef, because message: String, showing list: SelectorList?)
    {
        let match = list.flatMap { Matcher(document).firstMatch($0, from: element, includingScope: true) }
        let text = match.flatMap { document.values(of: $0.node, taking: $0.take ?? .text).first }.map {
            WhiteSpace.collapse(String(decoding: $0, as: UTF8.self))
        }
        fail(text.map { "\(message): \($0.quoted)" } ?? message, at: element)
        if element == document.rootElement { isWholePageRefused = true } else { document.remove(element) }
        hasRefused = true
    }
}
