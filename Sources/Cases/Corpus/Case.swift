import DOM
public import Encoding
public import Engine
public import Records

/// A saved page, or the archive of a crawl, with its expected output: a folder `<site>/<case>` of a ``Corpus``.
///
/// It contains the page (`page.html`, `page.json`, …), `case.json` and `golden.json`; the case of a crawl has
/// ``archivePath`` in place of the page, and ``requestsPath``.
public struct Case: Sendable, CustomStringConvertible {
    /// The site's folder. The rules have the same name unless `case.json` names others.
    public let site: String
    /// The case's folder.
    public let name: String
    /// The path of the folder.
    public let folder: String

    /// The corpus of the case, which its files must be in; `nil` for its own folder.
    var corpus: String?

    /// A case in a folder.
    init(site: String, name: String, folder: String, corpus: String? = nil) {
        self.site = site
        self.name = name
        self.folder = folder
        self.corpus = corpus
    }

    /// `site/case`.
    public var description: String { "\(site)/\(name)" }

    /// The contents of `case.json`.
    public struct Facts: Sendable {
        /// The address that the page was fetched from.
        public var url: String?
        /// When it was saved, in ISO 8601: the clock for relative dates and for a crawl.
        public var saved: String?
        /// The page's encoding, for pages whose bytes do not declare it.
        public var encoding: Encoding?
        /// The rules file's name if it differs from the site's.
        public var rules: String?
        /// The inputs of a crawl, a list if there are several values; `nil` for those in its archive.
        public var inputs: [Value.Member]?
        /// The maximum number of requests of a crawl.
        public var limit: Int?

        package init() {}
    }

    /// The path of the golden file.
    public var goldenPath: String { "\(folder)/golden.json" }

    /// Reads the golden file.
    ///
    /// - Throws: if it cannot be read, is not JSON, has another shape, or is a link out of the corpus.
    public func golden() throws(Diagnostics) -> Golden {
        try checkPlace(of: goldenPath)
        return try Golden(contentsOf: goldenPath)
    }

    /// The reasons why a part of a page is not read, as errors of the input, except those that the golden file accepts.
    package func unread(in diagnostics: [Diagnostic]) -> [Diagnostic] {
        let unread = diagnostics.unread
        if unread.isEmpty { return [] }
        let accepted = Set((try? golden())?.diagnostics ?? [])
        return unread.filter { !accepted.contains(Golden.line(of: $0)) }
    }

    /// Checks that a file of the case is not a link out of the corpus, which would read or replace a file outside it, and
    /// no pipe or device, which may have no end.
    func checkPlace(of path: String) throws(Diagnostics) {
        let corpus = corpus ?? folder
        let message: String
        if !File.isInside(path, corpus) {
            message = "the file is a link out of \(corpus), which is not followed"
        } else if File.isDevice(path) {
            message = "the file is a device, a pipe or a socket, which is not read"
        } else {
            return
        }
        let place = Location(file: path)
        throw Diagnostics([Diagnostic(.input, message, at: place, help: "copy the file into the corpus")])
    }

    /// Reads the case's page.
    ///
    /// - Throws: if the folder does not contain exactly one file `page.*`, or the file cannot be read.
    public func page(_ facts: Facts) throws(Diagnostics) -> Page {
        let path = try pagePath()
        try checkPlace(of: path)
        return Page(
            name: path,
            bytes: try Corpus.contents(of: path),
            url: facts.url,
            encoding: facts.encoding,
            clock: facts.saved
        )
    }

    private func pagePath() throws(Diagnostics) -> String {
        do throws(File.Failure) {
            let names = try File.names(in: folder).filter { $0.hasPrefix("page.") }
            guard let name = names.first, names.count == 1 else {
                if names.isEmpty, isCrawl {
                    throw File.Failure(path: folder, description: "the case is a crawl and has no page")
                }
                let found = names.isEmpty ? "none" : names.joined(separator: ", ")
                throw File.Failure(path: folder, description: "expected one file page.*, found \(found)")
            }
            return "\(folder)/\(name)"
        } catch {
            throw Diagnostics([Diagnostic(.input, error.description, at: Location(file: error.path))])
        }
    }
}

// MARK: - case.json

extension Case {
    fileprivate static let keys = ["about", "url", "saved", "encoding", "rules", "inputs", "limit"]

    /// Reads `case.json`.
    ///
    /// - Throws: all errors in the file. An unknown key is an error.
    public func facts() throws(Diagnostics) -> Facts {
        let path = "\(folder)/case.json"
        try checkPlace(of: path)
        let source = SourceText(name: path, bytes: try Corpus.contents(of: path))
        let (json, errors) = JSON.read(source.bytes, dialect: .relaxed)
        var diagnostics = errors.map {
            Diagnostic(.rules, $0.message, at: source.location(of: $0.range), help: $0.help)
        }
        var facts = Facts()
        if case .object(let members) = json?.content {
            for member in members {
                if let problem = facts.set(member.key, to: member.value.value) {
                    let range = Case.keys.contains(member.key) ? member.value.range : member.keyRange
                    diagnostics.append(
                        Diagnostic(
                            .rules,
                            problem.message,
                            at: source.location(of: range),
                            help: problem.help
                        )
                    )
                }
            }
        } else if diagnostics.isEmpty {
            diagnostics.append(Diagnostic(.rules, "expected an object", at: source.location(at: 0)))
        }
        guard diagnostics.isEmpty else { throw Diagnostics(diagnostics) }
        return facts
    }
}

extension Case.Facts {
    fileprivate mutating func set(_ key: String, to value: Value) -> (message: String, help: String?)? {
        switch key {
        case "inputs":
            guard let members = value.object else { return ("expected an object, found \(value.kind)", nil) }
            inputs = members
            return nil
        case "limit":
            guard let number = value.number?.integer, number > 0 else {
                return ("expected a number of requests, found \(JSONWriter.compact(value))", nil)
            }
            limit = number
            return nil
        default: break
        }
        guard let text = value.string else { return ("expected a string, found \(value.kind)", nil) }
        switch key {
        case "about": break
        case "url": url = text
        case "saved":
            guard PageClock(text) != nil else {
                return ("\"\(text)\" is not a time in ISO 8601", "write it like 2018-06-20T09:14:31Z")
            }
            saved = text
        case "rules":
            guard !text.hasPrefix("/"), !text.split(separator: "/").contains("..") else {
                return ("\"\(text)\" is not in a folder of rules", "write the name of a rules file")
            }
            rules = text
        case "encoding":
            guard let encoding = Encoding(label: text) else { return ("unknown encoding \"\(text)\"", nil) }
            self.encoding = encoding
        default:
            return ("unknown key \"\(key)\" in a case", Suggestion.help(for: key, among: Case.keys))
        }
        return nil
    }
}
