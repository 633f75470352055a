import DOM
import Encoding
import Engine
import Platform
import Records
import Selectors

/// `scrape select --batch`: answers questions of programs in other languages, one on each line.
struct SelectBatch {
    let encoding: Encoding?
    let reading: ReadingOptions

    /// The page of the last question. Its tree is kept for further questions about the same page.
    private struct KnownPage {
        let question: [Value.Member]
        /// The contents of the file when it was read; `nil` for a page in the question itself.
        let bytes: [UInt8]?
        let document: Document
        let index: ElementIndex
        /// What is wrong with the page, each in one line.
        let warnings: [String]
    }

    /// Why a question has no answer.
    private struct Refusal: Error {
        let message: String
    }

    private static let keys = ["html", "file", "selector", "context", "texts", "source"]

    func run() -> ExitStatus {
        var reader = LineReader()
        var known: KnownPage?
        let output = StandardOutput()
        while let line = reader.next() {
            if WhiteSpace.trim(line).isEmpty { continue }
            let answer: Value
            do throws(Refusal) {
                answer = try reading.limits.timed { () throws(Refusal) in
                    let answer = try self.answer(line, &known)
                    guard let deadline = Deadline.current, deadline.isPast else { return answer }
                    // What is remembered about the page may be wrong.
                    known = nil
                    let error = deadline.error
                    throw Refusal(message: "\(error); --max-time raises the limit")
                }
            } catch {
                answer = ["error": .string(error.message)]
            }
            output.write(JSONWriter.compact(answer) + "\n")
            output.flush()
        }
        return output.status
    }

    private func answer(_ line: [UInt8], _ known: inout KnownPage?) throws(Refusal) -> Value {
        let (json, errors) = JSON.read(line, dialect: .strict)
        if let error = errors.first { throw Refusal(message: "not JSON: \(error.message)") }
        guard let question = json?.value, let members = question.object else {
            throw Refusal(message: "expected an object")
        }
        if let unknown = members.first(where: { !SelectBatch.keys.contains($0.name) }) {
            let help = Suggestion.help(for: unknown.name, among: SelectBatch.keys).map { "; \($0)" } ?? ""
            throw Refusal(message: "unknown key \"\(unknown.name)\"\(help)")
        }
        let list = try selector(question["selector"])
        let page = try self.page(question, &known)
        let scope = try scope(question["context"], page)
        let selection = Selection([list], in: page.document, from: scope)
        return answer(question, list, selection, page)
    }

    private func answer(
        _ question: Value,
        _ list: SelectorList,
        _ selection: Selection,
        _ page: KnownPage
    ) -> Value {
        let indexes = selection.matches.compactMap { page.index[$0.node].map { Value.number(Number($0)) } }
        var members = [
            Value.Member("indexes", .list(indexes)),
            Value.Member("n", .number(Number(page.index.elements.count))),
        ]
        if list.selectors.contains(where: { $0.extractor != nil }) {
            let values = selection.matches.flatMap { selection.values(of: $0, default: .text) }
            members.append(Value.Member("values", .list(values.map(Selection.string))))
        }
        if !page.warnings.isEmpty {
            members.append(Value.Member("warnings", .list(page.warnings.map(Value.string))))
        }
        if question["texts"] == true {
            let texts = selection.matches.map { Selection.string(page.document.text(of: $0.node)) }
            members.append(Value.Member("texts", .list(texts)))
        }
        return .object(members)
    }

    private func selector(_ value: Value?) throws(Refusal) -> SelectorList {
        guard let text = value?.string else { throw Refusal(message: "expected a string for \"selector\"") }
        do throws(SelectorError) {
            return try SelectorList(text)
        } catch {
            let help = error.suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
            throw Refusal(message: "\(error.line):\(error.column): \(error.message)\(help)")
        }
    }

    private func scope(_ value: Value?, _ page: KnownPage) throws(Refusal) -> NodeRef {
        guard let value, value != .null else { return page.document.node }
        guard let place = value.number?.integer, page.index.elements.indices.contains(place) else {
            throw Refusal(message: "there is no element \(value.text) to select from")
        }
        return page.index.elements[place]
    }

    private func page(_ question: Value, _ known: inout KnownPage?) throws(Refusal) -> KnownPage {
        let asked = ["html", "file", "source"].compactMap { name in
            question[name].map { Value.Member(name, $0) }
        }
        // The file may have been rewritten so soon that its status is the same, so its bytes are compared.
        let file = try question["file"]?.string.map { name throws(Refusal) in try read(name) }
        if let known, known.question == asked, known.bytes == file?.bytes { return known }
        let (document, diagnostics) = try document(question, file)
        let page = KnownPage(
            question: asked,
            bytes: file?.bytes,
            document: document,
            index: ElementIndex(document),
            warnings: diagnostics.map(SelectBatch.warning)
        )
        known = page
        return page
    }

    /// A diagnostic in one line, with its place on the page.
    private static func warning(_ diagnostic: Diagnostic) -> String {
        var place = ""
        if let line = diagnostic.location?.line { place = "\(line):" }
        if let column = diagnostic.location?.column { place += "\(column):" }
        return place.isEmpty ? diagnostic.message : "\(place) \(diagnostic.message)"
    }

    /// The page of a question, and what is wrong with it.
    private func document(_ question: Value, _ file: Page?) throws(Refusal) -> (Document, [Diagnostic]) {
        switch (question["html"], question["file"]) {
        case (.string(let html)?, nil):
            if question["source"] != nil { throw Refusal(message: "\"source\" needs \"file\"") }
            let text = DecodedText.decode(Array(html.utf8), given: Encoding(label: "utf-8"), format: .html)
            do throws(ParseError) {
                let document = try Document.html(text.utf8, options: reading.html(), limits: reading.limits)
                let limits = Diagnostic.limits(of: document, page: "html")
                return (document, limits + SelectBatch.truncation(of: document, "html"))
            } catch {
                throw Refusal(message: error.description)
            }
        case (nil, .string(let name)?):
            guard let file else { throw Refusal(message: "\(name): cannot be read") }
            return try document(file: name, file, source: question["source"])
        default:
            throw Refusal(message: "expected a string for either \"html\" or \"file\"")
        }
    }

    private func read(_ file: String) throws(Refusal) -> Page {
        do throws(Diagnostic) {
            return try PageFile.read(file, encoding: encoding, limits: reading.limits)
        } catch {
            throw Refusal(message: "\(file): \(error.message)")
        }
    }

    private func document(
        file: String,
        _ page: Page,
        source: Value?
    ) throws(Refusal) -> (Document, [Diagnostic]) {
        let source = source?.text ?? PageReader.source(ofFile: file)
        guard let reader = PageReader(source: source, reading: reading) else {
            let help = Suggestion.help(for: source, among: PageReader.names).map { "; \($0)" } ?? ""
            throw Refusal(message: "unknown source \"\(source)\"\(help)")
        }
        let parsed = reader.parse(page, limits: reading.limits)
        guard let document = parsed.document else {
            throw Refusal(message: "\(file): \(parsed.diagnostics.last?.message ?? "cannot be read")")
        }
        let errors = parsed.diagnostics.filter { $0.severity == .error }
        return (document, errors + SelectBatch.truncation(of: document, file))
    }

    private static func truncation(of document: Document, _ page: String) -> [Diagnostic] {
        document.truncation.map { [Diagnostic($0, page: page)] } ?? []
    }
}
