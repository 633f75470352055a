import DOM
import Records
import Selectors

extension Preparation {
    /// A plugin's preparation: what elements hold becomes what the plugin makes of it.
    ///
    /// - `in`: the elements that are meant.
    /// - `with`: the plugin's own arguments.
    init(_ plugin: ContentPreparation) {
        let keys = LanguageObject.contents(with: plugin.arguments)
        self.init(name: plugin.name, about: plugin.about, arguments: .selectorsOr(keys)) { json, reader in
            var target = json
            var arguments = JSON(content: .null, range: json.range)
            if case .object = json.content {
                guard let members = reader.members(json, of: plugin.name, keys), let elements = members["in"]
                else { return nil }
                target = elements
                arguments = members["with"] ?? arguments
            }
            let lists = reader.plainSelectors(target, plugin.name)
            let decode = reader.function(of: plugin.gives)
            let function = reader.function(
                plugin.name,
                plugin.arguments,
                arguments,
                at: arguments.range,
                plugin.make
            )
            guard let lists, let function else { return nil }
            return { context throws(ParseError) in
                try context.replaceContents(of: context.outermost(lists), by: plugin, function, decode)
            }
        }
    }
}

extension PreparationContext {
    /// The elements that selectors match, without those that lie in another of them, in document order of each.
    fileprivate mutating func outermost(_ lists: [SelectorList]) -> [NodeRef] {
        let found = select(lists)
        let all = Set(found)
        var seen: Set<NodeRef> = []
        return found.filter { element in
            guard seen.insert(element).inserted else { return false }
            var ancestor = element.parentElement
            while let node = ancestor {
                if all.contains(node) { return false }
                ancestor = node.parentElement
            }
            return true
        }
    }

    /// Puts what a plugin makes of elements' contents in their place; where it makes nothing of one, that stays.
    fileprivate mutating func replaceContents(
        of elements: [NodeRef],
        by plugin: ContentPreparation,
        _ function: ContentPreparation.Function,
        _ decode: Decoder.Function
    ) throws(ParseError) {
        let contents = elements.map { element -> String in
            switch plugin.takes {
            case .html: String(decoding: document.innerHTML(of: element), as: UTF8.self)
            case .text: String(decoding: document.rawText(of: element), as: UTF8.self)
            }
        }
        let results = calls.results(of: contents) { content, context throws(StepError) in
            try function(content, context)
        }
        for (element, result) in zip(elements, results) {
            switch result {
            case .success(let text):
                _ = try replaceContent(
                    of: element,
                    by: Array(text.utf8),
                    decode,
                    origin: .fixed(element.line),
                    name: plugin.name
                )
            case .failure(let error): tell(error, plugin.name, at: element)
            }
        }
    }

    /// Tells why a plugin made nothing of an element; what is told elsewhere is not told again.
    mutating func tell(_ error: StepError, _ name: String, at element: NodeRef) {
        guard error.fault != .withheld else { return }
        let cause: Diagnostic.Cause = error.fault == .plugin ? .input : .page
        note("\(name): \(error)", line: element.line, column: element.column, severity: .error, cause: cause)
    }
}
