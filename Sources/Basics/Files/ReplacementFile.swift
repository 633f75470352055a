import Platform

/// A file that replaces another atomically.
///
/// It is written next to the other under a temporary name; ``commit()`` renames it. Without that it is removed, and
/// the other is unchanged.
package final class ReplacementFile {
    /// The path of the file to be replaced.
    package let path: String
    private let target: String
    /// The new file's path; `nil` for a device or pipe, which is written to directly.
    private let temporary: String?
    private var descriptor: Int32
    private let isTerminal: Bool

    /// Opens the new file; an existing one is not changed.
    package init(_ path: String) throws(File.Failure) {
        if File.kind(of: path) == .folder { throw File.Failure(path: path, description: "is a folder") }
        self.path = path
        // A link stays: the file that it points to is replaced.
        target = ReplacementFile.resolved(path)
        if File.isSpecial(target) {
            temporary = nil
            descriptor = PathText.withSystemPath(target) { open($0, O_WRONLY | O_CLOEXEC) }
            guard descriptor >= 0 else { throw File.Failure.last(path) }
            isTerminal = isatty(descriptor) == 1
            return
        }
        var template = PathText.withSystemPath(target + ".XXXXXX") { path in
            Array(UnsafeBufferPointer(start: path, count: strlen(path) + 1))
        }
        isTerminal = false
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw File.Failure.last(path) }
        temporary = PathText.text(ofWritten: template.dropLast().map(UInt8.init(bitPattern:)))
        fchmod(descriptor, ReplacementFile.mode(of: target))
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if let temporary { _ = PathText.withSystemPath(temporary) { unlink($0) } }
    }

    /// Adds bytes.
    package func write(_ bytes: some Collection<UInt8>) throws(File.Failure) {
        let error = File.write(bytes, to: descriptor, isTerminal: isTerminal)
        if error != 0 {
            errno = error
            throw File.Failure.last(path)
        }
    }

    /// Renames the file to the name of the one that it replaces.
    package func commit() throws(File.Failure) {
        if let temporary {
            let isInPlace = PathText.withSystemPath(temporary) { new in
                PathText.withSystemPath(target) { fsync(descriptor) == 0 && rename(new, $0) == 0 }
            }
            guard isInPlace else { throw File.Failure.last(path) }
        }
        close(descriptor)
        descriptor = -1
    }

    private static func resolved(_ path: String) -> String {
        File.resolved(path) ?? path
    }

    /// The old file's permissions, or those of a new file.
    private static func mode(of path: String) -> mode_t {
        if let status = File.status(of: path) { return status.st_mode & 0o7777 }
        let mask = umask(0)
        umask(mask)
        return 0o666 & ~mask
    }
}
