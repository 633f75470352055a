import Basics
import DOM
import Records
import Selectors
import Values

/// Reads a rules file's JSON into rules and collects all mistakes.
///
/// Each reading function returns `nil` after it has reported a mistake, so that everything else is read.
struct RulesReader {
    /// The rules file and those that it extends.
    let sources: SourceMap
    let registry: Registry
    /// The parts of the files that are not JSON, which has been reported.
    var misread: Set<Range<Int>> = []
    private(set) var diagnostics: [Diagnostic] = []
    /// The selectors read so far.
    var selectorUses: [SelectorUse] = []

    /// The definitions that the file may call: the built-in ones and those of the plugins that it requires.
    var vocabulary: Vocabulary
    /// The tables of values that the fields of the file share.
    var tables: [String: JSON] = [:]
    /// How HTML is parsed.
    var html: HTMLOptions
    /// What happens to hidden text in fields that do not specify it.
    var hiddenText = HiddenText.keep
    /// Whether anything is parsed as HTML.
    var readsHTML = false
    /// Whether every page is JSON, so that a field without a type keeps numbers and booleans.
    var readsOnlyJSON = false
    /// Whether the source can have tables, so that `column` applies.
    var hasTables = true
    /// The open fields that are lists of objects, the outermost first.
    var enclosing: [String] = []
    /// The number of errors in the fields of the open field, which are not its own.
    var errorsOfFields = 0
    /// The number of open nested fields.
    var depth = 0
    /// The names that requests may use.
    var requestNames: Set<String> = []
    /// Those that are used.
    var usedNames: Set<String> = []
    /// The selectors over the request's tree that fields have.
    var requestSelectors: [(text: String, range: Range<Int>)] = []
    /// Selectors over the answer's tree.
    var responseSelectors: [(text: String, range: Range<Int>)] = []
    /// Whether the pages whose links are read are HTML.
    var linksAreHTML = false
    /// Whether the file's `names` are read.
    var readsNames = true
    /// Gives the text of other rules files.
    let reading: RulesExtension.Reading?

    /// The maximum nesting depth of fields.
    static let depthLimit = 64

    init(sources: SourceMap, registry: Registry, reading: RulesExtension.Reading? = nil) {
        self.sources = sources
        self.reading = reading
        self.registry = registry
        vocabulary = Vocabulary(registry.builtIn, [])
        html = registry.reading.html()
    }

    /// Records an error, unless the text there is not JSON: what is read in its place is a guess.
    mutating func error(_ message: String, at range: Range<Int>, help: String? = nil) {
        if misread.contains(range) { return }
        diagnostics.append(Diagnostic(.rules, message, at: sources.location(of: range), help: help))
    }

    /// Records a problem at another place, with a note of the place in the rules that leads to it.
    mutating func report(_ diagnostic: Diagnostic, at range: Range<Int>) {
        var diagnostic = diagnostic
        diagnostic.notes.append(Diagnostic.Note("asked for here", at: sources.location(of: range)))
        diagnostics.append(diagnostic)
    }

    /// Reports an undefined name.
    mutating func error(unknown kind: DefinitionKind, _ name: String, at range: Range<Int>) {
        if vocabulary.isIncomplete { return }
        let help =
            registry.plugin(adding: kind, name).map { "declare its plugin: \"plugins\": [\"\($0.name)\"]" }
            ?? Suggestion.help(for: name, among: vocabulary.names(kind))
        error("unknown \(kind.word) \"\(name)\"", at: range, help: help)
    }
}

// MARK: - Plain values

extension RulesReader {
    /// The members of an object whose keys are the author's own, in order; reports anything else.
    ///
    /// - Parameter what: what the object consists of, and the key whose value it is.
    mutating func entries(_ json: JSON, of what: String) -> [JSON.Member]? {
        guard case .object(let members) = json.content else {
            error("expected an object of \(what), found \(json.kind)", at: json.range)
            return nil
        }
        return members
    }

    mutating func string(_ json: JSON, _ what: String) -> String? {
        guard case .string(let string) = json.content else {
            error("expected a string for \(what), found \(json.kind)", at: json.range)
            return nil
        }
        return string
    }

    mutating func boolean(_ json: JSON, _ what: String) -> Bool? {
        guard case .boolean(let boolean) = json.content else {
            error("expected true or false for \(what), found \(json.kind)", at: json.range)
            return nil
        }
        return boolean
    }

    /// A string, or a list of at least one.
    mutating func strings(_ json: JSON, _ what: String) -> [(text: String, json: JSON)]? {
        if case .string(let string) = json.content { return [(string, json)] }
        guard case .array(let elements) = json.content, !elements.isEmpty else {
            error(
                "expected a string or a list of strings for \(what), found \(nonempty(json))",
                at: json.range
            )
            return nil
        }
        var strings: [(text: String, json: JSON)] = []
        for element in elements {
            guard let string = string(element, what) else { return nil }
            strings.append((string, element))
        }
        return strings
    }

    private func nonempty(_ json: JSON) -> String {
        if case .array = json.content { return "an empty list" }
        return json.kind
    }
}

// MARK: - Selectors

extension RulesReader {
    mutating func selector(_ text: String, at json: JSON) -> SelectorList? {
        do throws(SelectorError) {
            let list = try SelectorList(text, prefixes: .page)
            selectorUses.append(SelectorUse(list: list, text: text, range: json.range))
            return list
        } catch {
            let start = offset(ofDecoded: error.offset, in: json)
            let end = offset(ofDecoded: error.offset + max(error.length, 1), in: json)
            self.error(
                error.messageInContext,
                at: start..<max(end, start + 1),
                help: error.suggestion.map { "did you mean \"\($0)\"?" }
            )
            return nil
        }
    }

    /// A selector that chooses elements, without an extractor.
    mutating func plainSelector(_ json: JSON, _ what: String) -> SelectorList? {
        guard let text = string(json, what), let list = selector(text, at: json) else { return nil }
        if let extractor = list.selectors.lazy.compactMap(\.extractor).first {
            error(
                "\(what) chooses elements; \(extractor) takes something of them",
                at: json.range,
                help: "leave it out"
            )
            return nil
        }
        return list
    }

    /// A selector or a list of alternatives.
    mutating func selectors(_ json: JSON, _ what: String) -> [SelectorList]? {
        guard let strings = strings(json, what) else { return nil }
        let lists = strings.map { selector($0.text, at: $0.json) }
        return lists.contains { $0 == nil } ? nil : lists.compactMap { $0 }
    }

    /// A selector or a list of alternatives, without extractors.
    mutating func plainSelectors(_ json: JSON, _ what: String) -> [SelectorList]? {
        guard let strings = strings(json, what) else { return nil }
        let lists = strings.map { plainSelector($0.json, what) }
        return lists.contains { $0 == nil } ? nil : lists.compactMap { $0 }
    }

    /// The offset in the file of a byte of a decoded string: an escape is longer than its character.
    func offset(ofDecoded decoded: Int, in json: JSON) -> Int {
        guard let (start, file) = sources.text(at: json.range.lowerBound) else {
            return json.range.lowerBound
        }
        let end = min(json.range.upperBound - start, file.bytes.count)
        var offset = json.range.lowerBound - start + 1
        var count = 0
        while count < decoded, offset < end - 1 {
            guard file.bytes[offset] == UInt8(ascii: "\\"), offset + 1 < end else {
                offset += 1
                count += 1
                continue
            }
            if file.bytes[offset + 1] == UInt8(ascii: "u") {
                let digits = String(decoding: file.bytes[(offset + 2)...].prefix(4), as: UTF8.self)
                let unit = UInt32(digits, radix: 16) ?? 0
                // Half of a surrogate pair is two of the four bytes.
                let isHalf = (0xD800..<0xE000).contains(unit)
                count += isHalf ? 2 : Unicode.Scalar(unit).map(UTF8.width) ?? 3
                offset += 6
            } else {
                count += 1
                offset += 2
            }
        }
        return start + offset
    }
}
