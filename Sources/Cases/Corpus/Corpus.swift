import Engine
public import Records

/// A folder of saved pages with their expected output: `<site>/<case>/`.
public struct Corpus: Sendable {
    /// The path of the folder.
    public let folder: String

    /// The corpus in a folder.
    public init(folder: String) {
        self.folder = folder
    }

    /// Lists all cases, sorted by site and name: every folder two levels down. The folder of a single site, which
    /// contains folders with a `case.json` or `golden.json`, is a corpus of its cases.
    ///
    /// - Throws: if a folder cannot be read.
    public func cases() throws(Diagnostics) -> [Case] {
        var cases: [Case] = []
        let name = folder.split(separator: "/").last.map(String.init) ?? folder
        for site in try folders(in: folder) {
            let isCase = ["case.json", "golden.json"].contains {
                File.kind(of: "\(folder)/\(site)/\($0)") == .file
            }
            if isCase {
                cases.append(Case(site: name, name: site, folder: "\(folder)/\(site)", corpus: folder))
                continue
            }
            for name in try folders(in: "\(folder)/\(site)") {
                cases.append(
                    Case(site: site, name: name, folder: "\(folder)/\(site)/\(name)", corpus: folder)
                )
            }
        }
        return cases
    }

    private func folders(in path: String) throws(Diagnostics) -> [String] {
        do throws(File.Failure) {
            return try File.names(in: path).filter {
                !$0.hasPrefix(".") && File.kind(of: "\(path)/\($0)") == .folder
            }
        } catch {
            throw Diagnostics([Diagnostic(.input, error.description, at: Location(file: path))])
        }
    }

    /// Reads a file of a corpus, with a failure as diagnostics.
    static func contents(of path: String) throws(Diagnostics) -> [UInt8] {
        do throws(File.Failure) {
            return try File.read(path)
        } catch {
            throw Diagnostics([Diagnostic(.input, error.description, at: Location(file: path))])
        }
    }
}

/// A pattern that selects cases: `*` matches any text, `?` any character.
///
/// A pattern with a slash is matched against `site/case`, any other against the site and the case's name.
public struct CasePattern: Hashable, Sendable {
    private let text: String

    /// A pattern.
    public init(_ text: String) {
        self.text = text
    }

    /// Whether the pattern matches a case.
    public func matches(_ test: Case) -> Bool {
        let names = text.contains("/") ? [test.description] : [test.site, test.name]
        return names.contains { CasePattern.matches(Array($0), Array(text)) }
    }

    /// Complexity: O(text × pattern): only the last `*` is tried again.
    private static func matches(_ text: [Character], _ pattern: [Character]) -> Bool {
        var (i, j) = (0, 0)
        var star: (text: Int, pattern: Int)?
        while i < text.count {
            if j < pattern.count, pattern[j] == "*" {
                star = (i, j)
                j += 1
            } else if j < pattern.count, pattern[j] == "?" || pattern[j] == text[i] {
                (i, j) = (i + 1, j + 1)
            } else if let last = star {
                star = (last.text + 1, last.pattern)
                (i, j) = (last.text + 1, last.pattern + 1)
            } else {
                return false
            }
        }
        return pattern[j...].allSatisfy { $0 == "*" }
    }
}
