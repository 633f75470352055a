import DOM
import Language
import Records

extension Preparation {
    /// Finds the main content of the page and marks it: `:main-content` matches the element that contains it, whose
    /// text and HTML are then only the content, and `:left-out` matches the parts of it that are not content.
    ///
    /// - `navigation`, `comments`, `related`, `captions`, `tables`: whether such parts are content. If the option is not
    ///   given, their text is judged like all other text.
    static let mainContent = Preparation(
        name: "main-content",
        about: "finds the page's main content and marks it for :main-content",
        arguments: .object([
            Argument("navigation", "whether menus and lists of contents are content", .boolean),
            Argument("comments", "whether readers' comments are content", .boolean),
            Argument("related", "whether links to related pages are content", .boolean),
            Argument("captions", "whether captions of images are content", .boolean),
            Argument("tables", "whether tables of data after content are content", .boolean),
        ])
    ) { arguments throws(StepError) in
        var parts: [MainContentFinder.Part: Bool] = [:]
        for part in MainContentFinder.Part.allCases {
            if case .boolean(let isContent)? = arguments[part.rawValue] { parts[part] = isContent }
        }
        let chosen = parts
        return { context in
            let document = context.document
            guard let root = document.rootElement, document.isHTML(root) else {
                if let root = document.rootElement {
                    context.fail(
                        "main content is found in HTML, and \(root.name.string) is not HTML",
                        at: root
                    )
                }
                return
            }
            let finder = MainContentFinder(document, parts: chosen)
            let content = finder.content
            document.markMainContent(content)
            if context.keepsReasons { finder.explain(content, to: &context) }
            if content != nil { context.noteFound() }
        }
    }
}
