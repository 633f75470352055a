import DOM

extension Preparation {
    /// Cuts elements out with all that is in them.
    static let remove = Preparation(name: "remove") { json, reader in
        guard let targets = reader.readTargets(json, of: "remove") else { return nil }
        return { context in
            for node in targets.nodes(in: &context) { context.document.remove(node) }
        }
    }

    /// Puts what is in an element in the element's place.
    static let unwrap = Preparation(name: "unwrap") { json, reader in
        guard let targets = reader.readTargets(json, of: "unwrap") else { return nil }
        return { context in
            // A selector with several matches may name an element twice; by then it is out of the tree.
            for node in targets.nodes(in: &context) where context.isAttached(node) {
                if node != context.document.rootElement { context.document.unwrap(node) }
            }
        }
    }
}
