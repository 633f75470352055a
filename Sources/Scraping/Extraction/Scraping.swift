public import DOM
import Records

extension Rules {
    /// Reads a page: the one way from bytes to records.
    ///
    /// Never throws: what is wrong with the page becomes a diagnostic, and all else is read.
    ///
    /// - Complexity: linear in the page's length and in the number of selectors.
    public func scrape(_ page: Page, limits: Limits = Limits()) -> Outcome {
        var diagnostics: [Diagnostic] = []
        guard let tree = tree(of: page, limits: limits, &diagnostics) else {
            return Outcome(records: [], diagnostics: diagnostics)
        }
        var fruitless: [PreparationRule] = []
        do throws(ParseError) {
            try prepare(tree, page, limits, &diagnostics, &fruitless)
        } catch {
            diagnostics.append(Rules.diagnostic(error, page))
            return Outcome(records: [], diagnostics: diagnostics)
        }
        var extraction = Extraction(rules: self, page: page, document: tree)
        var outcome = extraction.run(fruitless: fruitless)
        outcome.diagnostics = diagnostics + outcome.diagnostics
        return outcome
    }

    /// The page's address as the page itself tells it, for choosing rules: its canonical link, else its base.
    public static func address(toldBy page: Page, limits: Limits = Limits()) -> String? {
        let text = DecodedText.decode(page.bytes, given: page.encoding, hint: nil, format: .html)
        guard let document = try? Document.html(text.utf8, limits: limits) else { return nil }
        return PageAddress(document).own
    }
}

// MARK: - From bytes to a tree

extension Rules {
    private func tree(of page: Page, limits: Limits, _ diagnostics: inout [Diagnostic]) -> Document? {
        if let problem = PageProblem(page.bytes, limits: limits) {
            diagnostics.append(
                Diagnostic(.input, problem.message, at: Location(file: page.name), help: problem.help)
            )
            return nil
        }
        guard let source = decoders.first(where: { $0.decoder.accepts(page.bytes) }) else {
            let names = decoders.map(\.decoder.name).joined(separator: " nor ")
            diagnostics.append(
                Diagnostic(.page, "the page is neither \(names)", at: Location(file: page.name))
            )
            return nil
        }
        let text = DecodedText.decode(page.bytes, given: page.encoding, hint: nil, format: source.decoder.format)
        diagnostics += text.notes.map { note in
            Diagnostic(.page, note.description, severity: .warning, at: Location(file: page.name, line: note.line))
        }
        do throws(ParseError) {
            let result = try source.decode(text.utf8, limits)
            diagnostics += result.problems.map { problem in
                Diagnostic(.page, problem.message, at: Location(file: page.name, line: problem.line))
            }
            return result.document
        } catch {
            diagnostics.append(Rules.diagnostic(error, page))
            return nil
        }
    }

    private static func diagnostic(_ error: ParseError, _ page: Page) -> Diagnostic {
        switch error {
        case .malformed(let line, let column, let reason):
            Diagnostic(.page, reason, at: Location(file: page.name, line: line, column: column))
        case .tooManyAttributes(let line, _):
            Diagnostic(.input, error.description, at: Location(file: page.name, line: line))
        case .tooLarge, .tooManyElements, .tooDeep, .outOfMemory:
            Diagnostic(.input, error.description, at: Location(file: page.name))
        }
    }

    /// Applies the preparations in their order; notes those that found nothing to work on.
    private func prepare(
        _ document: Document,
        _ page: Page,
        _ limits: Limits,
        _ diagnostics: inout [Diagnostic],
        _ fruitless: inout [PreparationRule]
    ) throws(ParseError) {
        for preparation in preparations {
            var context = PreparationContext(document: document, limits: limits)
            try preparation.apply(&context)
            if context.matches == 0 { fruitless.append(preparation) }
            diagnostics += context.warnings.map { warning in
                Diagnostic(
                    .page,
                    warning.message,
                    severity: .warning,
                    at: Location(file: page.name, line: warning.line > 0 ? warning.line : nil),
                    notes: [Diagnostic.Note("told by this preparation", at: file.location(of: preparation.range))]
                )
            }
        }
    }
}
