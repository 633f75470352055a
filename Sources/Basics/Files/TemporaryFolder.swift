import Platform

/// A new folder in `TMPDIR` that only this user can read. It is removed with the value.
package final class TemporaryFolder {
    /// Its path.
    package let path: String

    /// - Parameter purpose: a word of its name.
    package init(for purpose: String) throws(File.Failure) {
        let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(parent)/scrape-\(purpose)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw File.Failure.last(parent) }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the folder with the files in it. Folders in it are not removed.
    deinit {
        for name in (try? File.names(in: path)) ?? [] { _ = unlink("\(path)/\(name)") }
        _ = rmdir(path)
    }
}
