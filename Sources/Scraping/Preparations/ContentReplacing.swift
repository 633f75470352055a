import DOM
import Records

extension PreparationContext {
    /// Grows a text in an element, in place of what the element holds, and tells what is wrong with the text; where
    /// nothing can be grown of it, the element keeps what it holds.
    ///
    /// - Parameters:
    ///   - origin: where the text stands on the page, so that lines are the page's.
    ///   - name: what the problems of the text are told under.
    ///   - namesFailure: whether that nothing could be grown is told under the name as well.
    /// - Returns: whether something has been grown.
    mutating func replaceContent(
        of element: NodeRef,
        by text: [UInt8],
        _ function: Decoder.Function,
        origin: LineOrigin,
        name: String,
        namesFailure: Bool = true
    ) throws(ParseError) -> Bool {
        let before = element.allChildren
        do throws(ParseError) {
            let problems = try function.grow(
                LineEnds.unified(text),
                in: element,
                of: document,
                origin: origin,
                limits: limits
            )
            for node in before { document.remove(node) }
            for problem in problems {
                note("\(name): \(problem.message)", line: problem.line, severity: problem.severity)
            }
            return true
        } catch {
            guard case .malformed(let line, _, let reason) = error else { throw error }
            note(namesFailure ? "\(name): \(reason)" : reason, line: line, severity: .error)
            return false
        }
    }
}
