package import DOM
package import Language
import Records
import Selectors
import Values

extension PreparationRule {
    /// Changes a page.
    package func apply(_ context: inout PreparationContext) throws(ParseError) {
        switch function.kind {
        case .tree(let change): try change(&context)
        case .content(let change):
            try context.replaceContents(of: context.outermost(change.elements), named: name, change)
        }
    }
}

extension PreparationContext {
    /// The elements that selectors match, without those that are nested in another of them, in document order for each
    /// selector.
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

    /// Replaces the content of elements with the result of a plugin; if the plugin returns none, the content is
    /// unchanged.
    fileprivate mutating func replaceContents(
        of elements: [NodeRef],
        named name: String,
        _ change: PreparationFunction.ContentChange
    ) throws(ParseError) {
        let contents = elements.map { element -> String in
            switch change.takes {
            case .html: String(decoding: document.innerHTML(of: element), as: UTF8.self)
            case .text: String(decoding: document.rawText(of: element), as: UTF8.self)
            }
        }
        let results = calls.results(of: contents) { content, context throws(StepError) in
            try change.function(content, context)
        }
        for (element, result) in zip(elements, results) {
            switch result {
            case .success(let text):
                _ = try replaceContent(
                    of: element,
                    by: Array(text.utf8),
                    change.gives.function,
                    origin: .fixed(element.line),
                    name: name
                )
            case .failure(let error): report(error, name, at: element)
            }
        }
    }

    /// Reports why a plugin returned no result for an element, unless that is reported elsewhere.
    mutating func report(_ error: StepError, _ name: String, at element: NodeRef) {
        guard error.fault != .withheld else { return }
        let cause: Diagnostic.Cause = error.fault == .plugin ? .input : .page
        report(
            "\(name): \(error)",
            line: element.line,
            column: element.column,
            severity: .error,
            cause: cause
        )
    }
}

extension PreparationContext {
    /// Parses a text into an element, in place of the element's content, and reports the text's problems; if the text
    /// cannot be parsed, the element keeps its content.
    ///
    /// - Parameters:
    ///   - origin: where the text is on the page, so that lines are those of the page.
    ///   - name: the name in the messages of the text's problems.
    ///   - namesFailure: whether the message of a failure includes the name as well.
    /// - Returns: whether the text was parsed.
    mutating func replaceContent(
        of element: NodeRef,
        by text: [UInt8],
        _ function: SourceFunction,
        origin: LineOrigin,
        name: String,
        namesFailure: Bool = true
    ) throws(ParseError) -> Bool {
        let before = element.allChildren
        do throws(ParseError) {
            let problems = try function.insert(LineEnds.unified(text), into: element, origin: origin, self)
            for node in before { document.remove(node) }
            for problem in problems { report(problem, in: name) }
            return true
        } catch {
            guard case .malformed(let line, _, let reason) = error else { throw error }
            report(namesFailure ? "\(name): \(reason)" : reason, line: line, severity: .error)
            return false
        }
    }
}
