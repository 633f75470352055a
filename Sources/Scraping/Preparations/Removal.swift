import DOM
import Records

extension Preparation {
    /// Cuts elements out with all that is in them.
    static let remove = Preparation(
        name: "remove",
        about: "cuts elements out with all that is in them",
        arguments: .selectors
    ) { json, reader in
        guard let lists = reader.plainSelectors(json, "remove") else { return nil }
        return { context in
            for node in context.select(lists) { context.document.remove(node) }
        }
    }

    /// Puts what is in an element in the element's place.
    static let unwrap = Preparation(
        name: "unwrap",
        about: "puts what is in an element in its place",
        arguments: .selectors
    ) { json, reader in
        guard let lists = reader.plainSelectors(json, "unwrap") else { return nil }
        return { context in
            // Two selectors may name one element; by then it is out of the tree.
            for node in context.select(lists) where context.isAttached(node) {
                if node != context.document.rootElement { context.document.unwrap(node) }
            }
        }
    }

    /// Whether a text can be the name of an element or an attribute, as HTML's parser would read one.
    static func canBeName(_ name: String) -> Bool {
        !name.isEmpty && !name.utf8.contains { $0 <= 0x20 || "\"'/<=>".utf8.contains($0) }
    }

    /// Gives elements another name.
    ///
    /// - `select`: which elements.
    /// - `to`: the name.
    static let rename = Preparation(
        name: "rename",
        about: "gives elements another name",
        arguments: .object(.rename)
    ) { json, reader in
        guard let members = reader.members(json, of: "rename", .rename), let select = members["select"],
            let to = members["to"]
        else { return nil }
        guard let lists = reader.plainSelectors(select, "select"), let name = reader.string(to, "to") else {
            return nil
        }
        if !Preparation.canBeName(name) {
            reader.error("\"\(name)\" cannot be an element's name", at: to.range)
            return nil
        }
        return { context throws(ParseError) in
            for node in context.select(lists) {
                guard context.document.rename(node, to: name.utf8) else { throw ParseError.outOfMemory }
            }
        }
    }
}
