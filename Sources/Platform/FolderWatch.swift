/// Changes in watched folders.
package struct FolderChanges: Hashable, Sendable {
    /// The changed paths, each with the folder's path as given.
    package var paths: Set<String> = []
    /// Whether the system dropped events.
    package var isIncomplete = false

    /// Creates an empty set of changes.
    package init() {}

    /// Whether there are no changes.
    package var isEmpty: Bool { paths.isEmpty && !isIncomplete }
}

/// Why a folder cannot be watched.
package struct FolderWatchFailure: Error {
    /// The folder's path, or the name of the system's service that failed.
    package let path: String
    /// The system's error.
    package let code: Int32

    fileprivate init(_ path: String) {
        self.path = path
        code = errno
    }
}

#if os(Linux)
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

        /// Creates a watch without folders.
        ///
        /// - Throws: if the system limit of watches is reached.
        package init() throws(FolderWatchFailure) {
            descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
            if descriptor < 0 { throw FolderWatchFailure("inotify") }
        }

        deinit { close(descriptor) }

        /// Adds a folder, without its subfolders. A missing folder is ignored.
        package func add(_ folder: String) throws(FolderWatchFailure) {
            if !known.insert(folder).inserted { return }
            let watch = inotify_add_watch(descriptor, folder, FolderWatch.events)
            if watch >= 0 {
                folders[watch, default: []].append(folder)
                return
            }
            known.remove(folder)
            if errno != ENOENT, errno != ENOTDIR { throw FolderWatchFailure(folder) }
        }

        /// Waits for changes, and then until there are no more changes for a moment, so that files saved together are
        /// reported together.
        ///
        /// - Parameters:
        ///   - quiet: the moment in milliseconds.
        ///   - limit: the maximum time to wait for the first change in milliseconds, or `nil` for no limit.
        package func changes(quiet: Int32 = 30, limit: Int32? = nil) -> FolderChanges {
            var changes = FolderChanges()
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

        private func read(into changes: inout FolderChanges) {
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

        private func add(_ event: inotify_event, _ name: String, to changes: inout FolderChanges) {
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
    }
#else
    /// Watches folders for changed files by comparing them every fifth of a second.
    package final class FolderWatch {
        private struct State: Hashable {
            let size: Int64
            let seconds: Int
            let nanoseconds: Int
        }

        private var folders: [String: [String: State]] = [:]

        /// Creates a watch without folders.
        package init() throws(FolderWatchFailure) {}

        /// Adds a folder, without its subfolders. A missing folder is ignored.
        package func add(_ folder: String) throws(FolderWatchFailure) {
            if folders[folder] == nil { folders[folder] = FolderWatch.files(folder) }
        }

        /// Waits for changes, and then until there are no more changes for a moment, so that files saved together are
        /// reported together.
        ///
        /// - Parameters:
        ///   - quiet: the moment in milliseconds.
        ///   - limit: the maximum time to wait for the first change in milliseconds, or `nil` for no limit.
        package func changes(quiet: Int32 = 30, limit: Int32? = nil) -> FolderChanges {
            var changes = FolderChanges()
            var waited: Int32 = 0
            while limit.map({ waited < $0 }) ?? true {
                let pause = changes.isEmpty ? 200 : quiet
                usleep(UInt32(pause) * 1000)
                waited += pause
                let before = changes.paths.count
                compare(into: &changes)
                if !changes.isEmpty, changes.paths.count == before { break }
            }
            return changes
        }

        private func compare(into changes: inout FolderChanges) {
            for (folder, known) in folders {
                let files = FolderWatch.files(folder)
                for name in Set(files.keys).union(known.keys) where files[name] != known[name] {
                    changes.paths.insert("\(folder)/\(name)")
                }
                folders[folder] = files
            }
        }

        private static func files(_ folder: String) -> [String: State] {
            guard let listing = opendir(folder) else { return [:] }
            defer { closedir(listing) }
            var files: [String: State] = [:]
            while let entry = readdir(listing) {
                let name = withUnsafePointer(to: entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
                }
                var status = stat()
                guard name != ".", name != "..", stat("\(folder)/\(name)", &status) == 0 else { continue }
                #if canImport(Darwin)
                    let time = status.st_mtimespec
                #else
                    let time = status.st_mtim
                #endif
                files[name] = State(
                    size: Int64(status.st_size),
                    seconds: time.tv_sec,
                    nanoseconds: time.tv_nsec
                )
            }
            return files
        }
    }
#endif
