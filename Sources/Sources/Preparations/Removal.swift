import DOM
package import Language
import Records
import Values

extension Preparation {
    /// The preparations that every rules file has.
    package static let builtIn: [Preparation] = [
        .remove, .unwrap, .rename, .lines, .sections, .parse, .set, .refuse, .linkedData,
    ]

    /// Removes elements with all that is in them.
    static let remove = Preparation(
        name: "remove",
        about: "removes elements with all that is in them",
        arguments: .elementsList
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("")
        return { context in
            for node in context.select(lists) { context.document.remove(node) }
        }
    }

    /// Replaces an element by its content.
    static let unwrap = Preparation(
        name: "unwrap",
        about: "replaces an element by its content",
        arguments: .elementsList
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("")
        return { context in
            // Two selectors may match one element; by then it is out of the tree.
            for node in context.select(lists) where context.isAttached(node) {
                if node != context.document.rootElement { context.document.unwrap(node) }
            }
        }
    }

    /// Gives elements another name.
    ///
    /// - `select`: which elements.
    /// - `to`: the name.
    static let rename = Preparation(
        name: "rename",
        about: "gives elements another name",
        arguments: .object([
            Argument("select", "which elements", .elementsList, isRequired: true),
            Argument("to", "their new name", .string, isRequired: true),
        ])
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("select")
        let name = arguments["to"]?.string ?? ""
        if !canBeName(name) {
            throw StepError("\"\(name)\" cannot be an element's name", argument: "to")
        }
        return { context throws(ParseError) in
            for node in context.select(lists) {
                guard context.document.rename(node, to: name.utf8) else { throw ParseError.outOfMemory }
            }
        }
    }

    /// Whether a text can be the name of an element or an attribute, as HTML's parser would read one.
    static func canBeName(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 <= 0x20 || "\"'/<=>".utf8.contains($0) }
    }
}
