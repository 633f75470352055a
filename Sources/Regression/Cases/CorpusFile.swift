import Records
import Scraping

/// Reading the files of a corpus, with failures as diagnostics.
enum CorpusFile {
    static func read(_ path: String) throws(Diagnostics) -> [UInt8] {
        do throws(File.Failure) {
            return try File.read(path)
        } catch {
            throw Diagnostics([Diagnostic(.input, error.description, at: Location(file: path))])
        }
    }
}
