public import Basics
public import Records

/// Reads a rules file's JSON, laid over that of the file that it extends, and so on.
public struct RulesExtension {
    /// Gives the text of the file that another one extends, by that one's name and what stands behind `extends`.
    public typealias Reading = (_ file: String, _ name: String) throws(Diagnostic) -> SourceText

    private let reading: Reading?
    private(set) var sources = SourceMap()
    private(set) var diagnostics: [Diagnostic] = []
    /// Whether what a file extends could not be read, so that no one can tell what is missing or unknown.
    private(set) var isIncomplete = false
    /// The files that are being read, each extending the one after it.
    private var chain: [String] = []

    /// How many files may extend each other.
    private static let limit = 16

    init(reading: Reading?) {
        self.reading = reading
    }

    /// Reads a file and what it extends; `nil` where its JSON cannot be understood.
    mutating func read(_ file: SourceText) -> JSON? {
        let start = sources.add(file)
        let (json, errors) = JSON.read(file.bytes, dialect: .relaxed)
        diagnostics += errors.map { error in
            Diagnostic(.rules, error.message, at: file.location(of: error.range), help: error.help)
        }
        guard let json = json?.shifted(by: start) else { return nil }
        guard let member = json.member("extends") else { return json }
        chain.append(file.name)
        defer { chain.removeLast() }
        let own = json.without("extends")
        // What is extended is told of even where this file has mistakes of its own.
        guard let base = base(member.value, of: file) else {
            isIncomplete = true
            return own
        }
        return base.overlaid(with: own)
    }

    private mutating func base(_ json: JSON, of file: SourceText) -> JSON? {
        guard case .string(let name) = json.content else {
            tell("expected a string for \"extends\", found \(json.kind)", at: json)
            return nil
        }
        guard let reading else {
            tell("these rules are not read from a file and cannot extend one", at: json)
            return nil
        }
        do throws(Diagnostic) {
            let base = try reading(file.name, name)
            if chain.contains(base.name) {
                tell(
                    "the rules extend themselves: \((chain + [base.name]).joined(separator: ", "))",
                    at: json
                )
                return nil
            }
            if chain.count >= RulesExtension.limit {
                tell("more than \(RulesExtension.limit) rules files extend each other", at: json)
                return nil
            }
            return read(base)
        } catch {
            var diagnostic = error
            diagnostic.location = sources.location(of: json.range)
            diagnostics.append(diagnostic)
            return nil
        }
    }

    private mutating func tell(_ message: String, at json: JSON) {
        diagnostics.append(Diagnostic(.rules, message, at: sources.location(of: json.range)))
    }
}
