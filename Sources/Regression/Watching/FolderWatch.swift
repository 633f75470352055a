import Glibc
package import Scraping

/// Tells which files of some folders have changed, as the system tells it (inotify).
package final class FolderWatch {
    private let descriptor: Int32
    /// The folders' paths by what the system calls them; a folder may be known by several.
    private var folders: [Int32: [String]] = [:]
    private var known: Set<String> = []

    /// A file is looked at when it has been written and closed, or has been given its name: editors write beside a
    /// file and rename.
    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ONLYDIR
    )

    /// What has changed.
    package struct Changes: Hashable, Sendable {
        /// The paths, each below a folder as that was given.
        package var paths: Set<String> = []
        /// Whether more has changed than the system could tell.
        package var isIncomplete = false

        /// Whether nothing has.
        package var isEmpty: Bool { paths.isEmpty && !isIncomplete }
    }

    /// A watch of no folders.
    ///
    /// - Throws: that the system gives none.
    package init() throws(File.Failure) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        if descriptor < 0 { throw FolderWatch.failure("inotify") }
    }

    deinit { close(descriptor) }

    /// Watches a folder as well, not those below it; one that is not there is none.
    package func add(_ folder: String) throws(File.Failure) {
        if !known.insert(folder).inserted { return }
        let watch = inotify_add_watch(descriptor, folder, FolderWatch.events)
        if watch >= 0 {
            folders[watch, default: []].append(folder)
            return
        }
        known.remove(folder)
        if errno != ENOENT, errno != ENOTDIR { throw FolderWatch.failure(folder) }
    }

    /// Waits until something changes, and until nothing has changed for a moment: what is saved together is told
    /// together.
    ///
    /// - Parameters:
    ///   - quiet: the moment, in milliseconds.
    ///   - limit: how long to wait for something, in milliseconds; `nil` for ever.
    package func changes(quiet: Int32 = 30, limit: Int32? = nil) -> Changes {
        var changes = Changes()
        var patience = limit ?? -1
        while true {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&request, 1, patience)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return changes }
            read(into: &changes)
            if !changes.isEmpty { patience = quiet }
        }
    }

    private func read(into changes: inout Changes) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        buffer.withUnsafeBytes { bytes in
            var offset = 0
            let head = MemoryLayout<inotify_event>.size
            while offset + head <= count {
                let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let start = offset + head
                let end = min(start + Int(event.len), count)
                let name = String(decoding: bytes[start..<end].prefix { $0 != 0 }, as: UTF8.self)
                take(event, name, &changes)
                offset = end
            }
        }
    }

    private func take(_ event: inotify_event, _ name: String, _ changes: inout Changes) {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { changes.isIncomplete = true }
        if event.mask & UInt32(IN_IGNORED) != 0 {
            // The folder is gone, and can be watched again when it is there again.
            known.subtract(folders.removeValue(forKey: event.wd) ?? [])
            return
        }
        if name.isEmpty { return }
        for folder in folders[event.wd] ?? [] {
            let path = "\(folder)/\(name)"
            // A file that has just been made is still being written, and is told of when it is closed.
            let isNew = event.mask & UInt32(IN_CREATE) != 0
            if !isNew || event.mask & UInt32(IN_ISDIR) != 0 || FolderWatch.isLink(path) {
                changes.paths.insert(path)
            }
        }
    }

    /// Whether a path is a further name of something, which is there whole as soon as its name is.
    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1
    }

    private static func failure(_ path: String) -> File.Failure {
        File.Failure(path: path, description: "cannot be watched: \(String(cString: strerror(errno)))")
    }
}
