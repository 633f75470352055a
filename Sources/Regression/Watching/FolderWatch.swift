import Platform
import Scraping

/// Watches folders for changed files (inotify).
package final class FolderWatch {
    private let descriptor: Int32
    /// The folders' paths by watch descriptor. A folder may have several paths.
    private var folders: [Int32: [String]] = [:]
    private var known: Set<String> = []

    /// The events: a file is written and closed, or renamed. Editors write to another file and rename it.
    private static let events = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ONLYDIR
    )

    /// Changes in the watched folders.
    package struct Changes: Hashable, Sendable {
        /// The changed paths, each with the folder's path as given.
        package var paths: Set<String> = []
        /// Whether the system dropped events.
        package var isIncomplete = false

        /// Whether there are no changes.
        package var isEmpty: Bool { paths.isEmpty && !isIncomplete }
    }

    /// Creates a watch without folders.
    ///
    /// - Throws: if the system limit of watches is reached.
    package init() throws(File.Failure) {
        descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
        if descriptor < 0 { throw FolderWatch.failure("inotify") }
    }

    deinit { close(descriptor) }

    /// Adds a folder, without its subfolders. A missing folder is ignored.
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

    /// Waits for changes, and then until there are none for a moment, so that files saved together are reported
    /// together.
    ///
    /// - Parameters:
    ///   - quiet: the moment in milliseconds.
    ///   - limit: the maximum time to wait for the first change in milliseconds, or `nil` for no limit.
    package func changes(quiet: Int32 = 30, limit: Int32? = nil) -> Changes {
        var changes = Changes()
        var timeout = limit ?? -1
        while true {
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = poll(&request, 1, timeout)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return changes }
            read(into: &changes)
            if !changes.isEmpty { timeout = quiet }
        }
    }

    private func read(into changes: inout Changes) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = buffer.withUnsafeMutableBytes { Platform.read(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        buffer.withUnsafeBytes { bytes in
            var offset = 0
            let head = MemoryLayout<inotify_event>.size
            while offset + head <= count {
                let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let start = offset + head
                let end = min(start + Int(event.len), count)
                let name = String(decoding: bytes[start..<end].prefix { $0 != 0 }, as: UTF8.self)
                add(event, name, to: &changes)
                offset = end
            }
        }
    }

    private func add(_ event: inotify_event, _ name: String, to changes: inout Changes) {
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { changes.isIncomplete = true }
        if event.mask & UInt32(IN_IGNORED) != 0 {
            // The folder was removed. It can be added again when it exists.
            known.subtract(folders.removeValue(forKey: event.wd) ?? [])
            return
        }
        if name.isEmpty { return }
        for folder in folders[event.wd] ?? [] {
            let path = "\(folder)/\(name)"
            // A new file is still being written, and is reported when it is closed.
            let isNew = event.mask & UInt32(IN_CREATE) != 0
            if !isNew || event.mask & UInt32(IN_ISDIR) != 0 || FolderWatch.isLink(path) {
                changes.paths.insert(path)
            }
        }
    }

    /// Whether a path is a link, which is complete as soon as it exists.
    private static func isLink(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        return status.st_mode & S_IFMT == S_IFLNK || status.st_nlink > 1
    }

    private static func failure(_ path: String) -> File.Failure {
        File.Failure(path: path, description: "cannot be watched: \(String(cString: strerror(errno)))")
    }
}
