public import Records
import Scraping

/// A folder of saved pages with what must come out of them: `<site>/<case>/`.
public struct Corpus: Sendable {
    /// The path of the folder.
    public let folder: String

    /// The corpus in a folder.
    public init(folder: String) {
        self.folder = folder
    }

    /// All cases, by site and name: every folder two levels down.
    public func cases() throws(Diagnostics) -> [Case] {
        var cases: [Case] = []
        for site in try folders(in: folder) {
            for name in try folders(in: "\(folder)/\(site)") {
                cases.append(Case(site: site, name: name, folder: "\(folder)/\(site)/\(name)"))
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
}
