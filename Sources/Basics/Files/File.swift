package import Glibc

/// Reading and writing whole files.
package enum File {
    /// Why a file could not be read or written, in the system's words.
    package struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
        /// The file's path as given.
        package let path: String
        /// The message, such as `no such file or directory`.
        package let description: String

        package init(path: String, description: String) {
            self.path = path
            self.description = description
        }

        /// The failure that the last system call left behind.
        package static func last(_ path: String) -> Failure {
            let text = String(cString: strerror(errno))
            return Failure(path: path, description: text.prefix(1).lowercased() + text.dropFirst())
        }
    }

    /// What stands at a path.
    package enum Kind: Hashable, Sendable {
        case file
        case folder
        case nothing
    }

    /// What stands at a path, links followed.
    package static func kind(of path: String) -> Kind {
        guard let status = status(of: path) else { return .nothing }
        return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }

    /// Whether something else than a regular file stands at a path: a pipe, a device.
    package static func isSpecial(_ path: String) -> Bool {
        status(of: path).map { $0.st_mode & S_IFMT != S_IFREG } ?? false
    }

    /// How many bytes a file has; 0 where there is none.
    package static func size(of path: String) -> Int {
        status(of: path).map { Int($0.st_size) } ?? 0
    }

    /// What the system tells of what stands at a path, links followed; `nil` where nothing does.
    package static func status(of path: String) -> stat? {
        var status = stat()
        return PathText.withSystemPath(path) { stat($0, &status) } == 0 ? status : nil
    }

    /// Opens a file for reading; tells its descriptor, a negative number where that fails.
    package static func open(_ path: String) -> Int32 {
        PathText.withSystemPath(path) { Glibc.open($0, O_RDONLY | O_CLOEXEC) }
    }

    /// Whether two paths lead to one file.
    package static func isSame(_ first: String, _ second: String) -> Bool {
        guard let one = status(of: first), let other = status(of: second) else { return false }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    /// The folder of this process's binary, without links in its path: the system keeps it so.
    package static func folderOfProgram() -> String? {
        let path = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            buffer.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else { return }
                count = max(0, readlink("/proc/self/exe", start, characters.count))
            }
        }
        guard let end = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return end == 0 ? "/" : String(decoding: path[..<end], as: UTF8.self)
    }

    /// The bytes of a file.
    ///
    /// - Parameter limit: reading ends behind so many bytes; a device may never end.
    package static func read(_ path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
        if kind(of: path) == .folder { throw Failure(path: path, description: "is a folder") }
        let descriptor = open(path)
        guard descriptor >= 0 else { throw Failure.last(path) }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, path: path, limit: limit)
    }

    /// All that a descriptor gives, standard input's for one.
    package static func read(descriptor: Int32, path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
        var status = stat()
        let expected = fstat(descriptor, &status) == 0 ? max(0, Int(status.st_size)) : 0
        // A file is read into its place at once; the byte more tells that it has ended.
        var room = expected > 0 ? min(expected, 1 << 30) + 1 : 1 << 16
        var bytes: [UInt8] = []
        while true {
            var error: Int32 = 0
            let piece = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                error = fill(buffer, &count, from: descriptor)
            }
            if error != 0 {
                errno = error
                throw Failure.last(path)
            }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            if piece.count < room || bytes.count > limit { return bytes }
            room = min(max(room, 1 << 16) * 2, 1 << 24)
        }
    }

    /// Reads until a buffer is full or nothing more comes.
    ///
    /// - Returns: the system's error number, 0 where all went well.
    private static func fill(
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        _ filled: inout Int,
        from descriptor: Int32
    ) -> Int32 {
        filled = 0
        while filled < buffer.count, let start = buffer.baseAddress {
            let count = Glibc.read(descriptor, start + filled, buffer.count - filled)
            if count == 0 { break }
            if count > 0 {
                filled += count
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// The names in a folder, sorted. Bytes that are no UTF-8 are written as ``PathText`` tells.
    package static func names(in folder: String) throws(Failure) -> [String] {
        guard let stream = PathText.withSystemPath(folder, { opendir($0) }) else {
            throw Failure.last(folder)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { raw in
                PathText.text(ofName: raw.prefix { $0 != 0 })
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Writes bytes to a descriptor, all of them.
    ///
    /// - Returns: the system's error number, 0 where all went well.
    package static func write(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Int32 {
        let bytes = Array(bytes)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            written += count
        }
        return 0
    }

    /// Makes the folders that a file's path names, as far as they are missing.
    package static func makeFolders(for path: String) throws(Failure) {
        var folder = path.hasPrefix("/") ? "" : "."
        for component in path.split(separator: "/").dropLast() {
            folder += "/" + component
            if PathText.withSystemPath(folder, { mkdir($0, 0o777) }) != 0, errno != EEXIST {
                throw Failure.last(folder)
            }
        }
    }

    /// Writes a file that is not there yet.
    package static func write(
        _ bytes: [UInt8],
        toNewFile path: String,
        isProgram: Bool
    ) throws(Failure) {
        let descriptor = PathText.withSystemPath(path) {
            Glibc.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isProgram ? 0o777 : 0o666)
        }
        guard descriptor >= 0 else { throw Failure.last(path) }
        defer { close(descriptor) }
        let error = write(bytes, to: descriptor)
        if error != 0 { throw Failure(path: path, description: String(cString: strerror(error))) }
    }
}
