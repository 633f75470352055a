public import Basics
public import Records

/// Reads a rules file's JSON, merged over that of the file that it extends, and so on.
public struct RulesExtension {
    /// Returns the text of the file that another one extends, given that file's name and the value of `extends`.
    public typealias Reading = (_ file: String, _ name: String) throws(Diagnostic) -> SourceText

    private let reading: Reading?
    private(set) var sources = SourceMap()
    private(set) var diagnostics: [Diagnostic] = []
    /// Whether an extended file could not be read, so that missing and unknown names cannot be judged.
    private(set) var isIncomplete = false
    /// The parts of the files that are not JSON.
    private(set) var misread: Set<Range<Int>> = []
    /// The files that are being read, each extending the next one.
    private var chain: [String] = []

    /// The maximum length of a chain of files that extend each other.
    static let limit = 16

    init(reading: Reading?) {
        self.reading = reading
    }

    /// Reads a file and those that it extends; `nil` if its JSON cannot be understood.
    mutating func read(_ file: SourceText) -> JSON? {
        let start = sources.add(file)
        let (json, errors) = JSON.read(file.bytes, dialect: .relaxed)
        diagnostics += errors.map { error in
            Diagnostic(.rules, error.message, at: file.location(of: error.range), help: error.help)
        }
        misread.formUnion(errors.map { $0.range.lowerBound + start..<$0.range.upperBound + start })
        guard let json = json?.shifted(by: start) else { return nil }
        guard let member = json.member("extends") else { return json }
        chain.append(RulesExtension.normal(file.name))
        defer { chain.removeLast() }
        let own = json.without("extends")
        // Errors of the extended file are reported even if this file has its own errors.
        guard let base = base(member.value, of: file) else {
            isIncomplete = true
            return own
        }
        return base.overlaid(with: own)
    }

    private mutating func base(_ json: JSON, of file: SourceText) -> JSON? {
        guard case .string(let name) = json.content else {
            report("expected a string for \"extends\", found \(json.kind)", at: json)
            return nil
        }
        guard let reading else {
            report("these rules are not read from a file and cannot extend one", at: json)
            return nil
        }
        do throws(Diagnostic) {
            let base = try reading(file.name, name)
            let path = RulesExtension.normal(base.name)
            if chain.contains(path) {
                report(
                    "the rules extend themselves: \((chain + [path]).joined(separator: ", "))",
                    at: json
                )
                return nil
            }
            if chain.count >= RulesExtension.limit {
                report("more than \(RulesExtension.limit) rules files extend each other", at: json)
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

    /// A path without `.`, and without `..` after the name of a folder, so that equal paths are equal texts.
    fileprivate static func normal(_ path: String) -> String {
        var names: [Substring] = []
        for name in path.split(separator: "/") where name != "." {
            if name == "..", let last = names.last, last != ".." {
                names.removeLast()
            } else {
                names.append(name)
            }
        }
        return (path.hasPrefix("/") ? "/" : "") + names.joined(separator: "/")
    }

    private mutating func report(_ message: String, at json: JSON) {
        diagnostics.append(Diagnostic(.rules, message, at: sources.location(of: json.range)))
    }
}

/// The pages that a rules file applies to and the plugins that it requires, read without the rest: of many rules files
/// only those that a page needs are loaded and start programs.
package struct RulesHeader: Sendable {
    /// The addresses of the pages that the rules are for.
    package let match: [String]
    /// The priority among several rules files for one address: the highest applies.
    package let priority: Int
    /// The names of the plugins.
    package let plugins: [String]
    /// The paths of the files that it extends.
    package let bases: [String]
    /// Whether it has records, like all files except those that exist only for others to extend.
    package let hasRecords: Bool
    /// The bytes of the file and of those that it extends.
    private let texts: [[UInt8]]

    /// A number that identifies the rules, as ``Rules/fingerprint``.
    package var fingerprint: UInt64 { SourceMap.fingerprint(of: texts) }

    /// Reads the header of a rules file and what it extends. Mistakes in the rest of the files are not noticed.
    ///
    /// - Parameters:
    ///   - file: the file's name.
    ///   - bytes: what it contains.
    /// - Returns: `nil` if it cannot be read: loading the whole file reports why.
    package init?(file: String, bytes: [UInt8], reading: RulesExtension.Reading) {
        var members: [JSON.Member] = []
        var names = [file]
        var paths: Set = [RulesExtension.normal(file)]
        var texts = [bytes]
        while true {
            let keys = ["match", "priority", "plugins", "extends"]
            guard let own = JSON.members(keys, passing: ["records"], of: texts[texts.count - 1]) else {
                return nil
            }
            members += own.filter { member in !members.contains { $0.key == member.key } }
            guard let base = own.first(where: { $0.key == "extends" }) else { break }
            guard let name = base.value.value.string, names.count <= RulesExtension.limit,
                let text = try? reading(names[names.count - 1], name),
                paths.insert(RulesExtension.normal(text.name)).inserted
            else { return nil }
            names.append(text.name)
            texts.append(text.bytes)
        }
        func value(_ key: String) -> Value? {
            let value = members.first { $0.key == key }?.value.value
            // A member that is null removes that of the file that is extended.
            return value == .null && names.count > 1 ? nil : value
        }
        guard let match = RulesHeader.strings(value("match")),
            let plugins = RulesHeader.strings(value("plugins")),
            let priority = value("priority").map({ $0.number?.integer }) ?? 0
        else { return nil }
        self.match = match
        self.plugins = plugins
        self.priority = priority
        bases = Array(names.dropFirst())
        hasRecords = value("records") != nil
        self.texts = texts
    }

    /// How well the rules fit the page at an address, as ``Rules/rank(for:)`` returns it.
    package func rank(for url: String) -> (priority: Int, length: Int)? {
        Rules.rank(for: url, match: match, priority: priority)
    }

    /// A string, or all of a list; none if there is no value.
    private static func strings(_ value: Value?) -> [String]? {
        guard let value else { return [] }
        if let string = value.string { return [string] }
        guard let elements = value.list else { return nil }
        let strings = elements.compactMap(\.string)
        return strings.count == elements.count ? strings : nil
    }
}
