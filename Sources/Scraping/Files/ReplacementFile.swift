import Glibc

/// A file that takes another's place at once and only when it is whole.
///
/// It is written beside the other under a name of its own; ``commit()`` gives it the other's name. Without that
/// it is removed, and the other stays as it was.
package final class ReplacementFile {
    /// The path of the file to be replaced.
    package let path: String
    private let target: String
    /// The new file's path; `nil` where a device or pipe is written to, which nothing can replace.
    private let temporary: String?
    private var descriptor: Int32

    /// Opens the new file; the old one, if there is one, is not touched.
    package init(_ path: String) throws(File.Failure) {
        if File.kind(of: path) == .folder { throw File.Failure(path: path, description: "is a folder") }
        self.path = path
        // A link stays a link: what it points to is replaced.
        target = ReplacementFile.resolved(path)
        if File.isSpecial(target) {
            temporary = nil
            descriptor = open(target, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw File.Failure.last(path) }
            return
        }
        var template = Array((target + ".XXXXXX").utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw File.Failure.last(path) }
        temporary = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        fchmod(descriptor, ReplacementFile.mode(of: target))
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if let temporary { unlink(temporary) }
    }

    /// Adds bytes.
    package func write(_ bytes: some Collection<UInt8>) throws(File.Failure) {
        let error = File.write(bytes, to: descriptor)
        if error != 0 {
            errno = error
            throw File.Failure.last(path)
        }
    }

    /// Puts the file in the other's place.
    package func commit() throws(File.Failure) {
        if let temporary {
            guard fsync(descriptor) == 0, rename(temporary, target) == 0 else {
                throw File.Failure.last(path)
            }
        }
        close(descriptor)
        descriptor = -1
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The old file's permissions, or what a new file gets.
    private static func mode(of path: String) -> mode_t {
        var status = stat()
        if stat(path, &status) == 0 { return status.st_mode & 0o7777 }
        let mask = umask(0)
        umask(mask)
        return 0o666 & ~mask
    }
}
