import DOM
import Records

extension Decoder {
    /// How a text becomes a tree: a document of its own, or a part of another.
    ///
    /// The text is valid UTF-8; of all but HTML without NUL bytes, its lines ended by LF.
    enum Function: Sendable {
        /// Fills the root element of a tree of data and tells what is wrong with the text.
        typealias Filler = @Sendable ([UInt8], inout TreeBuilder, Limits) throws(ParseError) -> [Problem]

        case html(HTMLOptions)
        case htmlFragment(HTMLOptions)
        case xml
        case data(root: StaticString, Filler)
    }
}

extension Decoder.Function {
    /// Makes a document of a text.
    func callAsFunction(_ text: [UInt8], _ limits: Limits) throws(ParseError) -> Decoder.Result {
        switch self {
        case .html(let options):
            return Decoder.Result(document: try Document.html(text, options: options, limits: limits))
        case .htmlFragment(let options):
            return Decoder.Result(
                document: try Document.htmlFragment(text, options: options, limits: limits)
            )
        case .xml:
            let (document, problems) = try Document.xml(text, limits: limits)
            return Decoder.Result(document: document, problems: problems.map(Decoder.Problem.init))
        case .data(let root, let fill):
            var builder = try TreeBuilder(root: root)
            let problems = try fill(text, &builder, limits)
            return Decoder.Result(document: builder.document, problems: problems)
        }
    }

    /// Makes what a text holds a part of a tree: the last child of an element, or, for a fragment of HTML, its
    /// last children.
    ///
    /// - Parameter origin: where the text stands on the page, so that lines are the page's.
    /// - Returns: what is wrong with the text, on the page's lines.
    func grow(
        _ text: [UInt8],
        in element: NodeRef,
        of document: Document,
        origin: LineOrigin,
        limits: Limits
    ) throws(ParseError) -> [Decoder.Problem] {
        switch self {
        case .html(let options):
            try document.growPage(text, in: element, origin: origin, options: options, limits: limits)
            return []
        case .htmlFragment(let options):
            try document.growHTML(text, in: element, origin: origin, options: options, limits: limits)
            return []
        case .xml:
            let problems = try document.growXML(text, in: element, origin: origin, limits: limits)
            return problems.map(Decoder.Problem.init)
        case .data(let root, let fill):
            let problems: [Decoder.Problem]
            do throws(ParseError) {
                problems = try document.growData(root: root, in: element, origin: origin) {
                    builder throws(ParseError) in
                    try fill(text, &builder, limits)
                }
            } catch {
                guard case .malformed(let line, let column, let reason) = error else { throw error }
                throw .malformed(line: origin.line(line), column: column, reason: reason)
            }
            return problems.map { problem in
                var problem = problem
                problem.line = origin.line(problem.line)
                problem.column = nil
                return problem
            }
        }
    }
}

extension Decoder.Problem {
    /// A problem of XML: an error where the tree may not be what was meant.
    fileprivate init(_ problem: XMLProblem) {
        self.init(
            line: problem.line,
            column: problem.column,
            severity: problem.isUnambiguous ? .warning : .error,
            message: problem.message
        )
    }
}
