import Basics
import DOM
import Language
import Records
import Selectors
import Values

extension Preparation {
    /// Tells of what the rules are not for, as an error, and cuts it out: a page that is missing, a notice in place of
    /// what was asked for.
    ///
    /// - `select`: which elements. Where the page's root is one of them, the page has no records.
    /// - `because`: what is told of each.
    /// - `show`: a selector, looked for in the element itself and below, whose text or take is told too.
    static let refuse = Preparation(
        name: "refuse",
        about: "reports what the rules are not for, and removes it",
        arguments: .object([
            Argument(
                "select",
                "which elements; where the page's root is one, the page has no records",
                .elementsList,
                isRequired: true
            ),
            Argument("because", "the message for each", .text, isRequired: true),
            Argument("show", "a selector for what of it the message shows", .selector),
        ])
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("select")
        let message = arguments["because"]?.string ?? ""
        let shown = try arguments.selector("show")
        return { context in
            var told: Set<NodeRef> = []
            for element in context.select(lists)
            where context.isAttached(element) && told.insert(element).inserted {
                context.refuse(element, because: message, showing: shown)
            }
        }
    }
}

extension PreparationContext {
    fileprivate mutating func refuse(_ element: NodeRef, because message: String, showing list: SelectorList?)
    {
        let match = list.flatMap { Matcher(document).firstMatch($0, from: element, includingScope: true) }
        let text = match.flatMap { document.values(of: $0.node, extracting: $0.extractor ?? .text).first }.map
        {
            WhiteSpace.collapse(String(decoding: $0, as: UTF8.self))
        }
        fail(text.map { "\(message): \($0.quoted)" } ?? message, at: element)
        if element == document.rootElement { isWholePageRefused = true } else { document.remove(element) }
        hasRefused = true
    }
}
