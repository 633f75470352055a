package import Platform

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

        /// The failure of the last system call.
        package static func last(_ path: String) -> Failure {
            let description =
                path.utf8.contains(0)
                ? "no file's name has a NUL character" : SystemError.last.description
            return Failure(path: path, description: description)
        }
    }

    /// The type of the file at a path.
    package enum Kind: Hashable, Sendable {
        case file
        case folder
        case nothing
    }

    /// The type of the file at a path, with links resolved.
    package static func kind(of path: String) -> Kind {
        guard let status = status(of: path) else { return .nothing }
        return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }

    /// Whether a path is something other than a regular file: a folder, a pipe, a device.
    package static func isSpecial(_ path: String) -> Bool {
        status(of: path).map { $0.st_mode & S_IFMT != S_IFREG } ?? false
    }

    /// Whether a path is a device, a pipe or a socket, which may have no end.
    package static func isDevice(_ path: String) -> Bool {
        status(of: path).map { ![S_IFREG, S_IFDIR].contains($0.st_mode & S_IFMT) } ?? false
    }

    /// The size of a file in bytes; 0 if there is none.
    package static func size(of path: String) -> Int {
        status(of: path).map { Int($0.st_size) } ?? 0
    }

    /// The status of the file or folder at a path, with links resolved; `nil` if there is none.
    package static func status(of path: String) -> stat? {
        var status = stat()
        return PathText.withSystemPath(path) { stat($0, &status) } == 0 ? status : nil
    }

    /// Checks that a run can have a path for a file of its own: that there is nothing, or a file without any link.
    ///
    /// - Throws: if there is a link, through which another file would be overwritten, or anything else.
    package static func checkOwn(_ path: String) throws(Failure) {
        var status = stat()
        guard PathText.withSystemPath(path, { lstat($0, &status) }) == 0 else { return }
        let kind = status.st_mode & S_IFMT
        if kind == S_IFREG, status.st_nlink <= 1 { return }
        throw Failure(
            path: path,
            description: kind == S_IFREG || kind == S_IFLNK
                ? "it is a link to another file, which is not followed: remove it, or replace it by a copy"
                : "it is not a file: remove it, or choose another output"
        )
    }

    /// Opens a file for reading and returns its descriptor, a negative number on failure.
    package static func open(_ path: String) -> Int32 {
        PathText.withSystemPath(path) { Platform.open($0, O_RDONLY | O_CLOEXEC) }
    }

    /// Whether two paths denote the same file.
    package static func isSame(_ first: String, _ second: String) -> Bool {
        guard let one = status(of: first), let other = status(of: second) else { return false }
        return one.st_dev == other.st_dev && one.st_ino == other.st_ino
    }

    /// The folder of this process's executable, with links resolved.
    package static func folderOfProgram() -> String? {
        guard let path = SystemCalls.programPath().map({ Array($0.utf8) }) else { return nil }
        guard let end = path.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return end == 0 ? "/" : String(decoding: path[..<end], as: UTF8.self)
    }

    /// The bytes of a file.
    ///
    /// - Parameter limit: the approximate number of bytes after which reading ends, since a device may never end.
    package static func read(_ path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
        if kind(of: path) == .folder { throw Failure(path: path, description: "is a folder") }
        let descriptor = open(path)
        guard descriptor >= 0 else { throw Failure.last(path) }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, path: path, limit: limit)
    }

    /// All bytes that a descriptor returns, such as that of standard input.
    package static func read(descriptor: Int32, path: String, limit: Int = .max) throws(Failure) -> [UInt8] {
        var status = stat()
        let expected = fstat(descriptor, &status) == 0 ? max(0, Int(status.st_size)) : 0
        // Exhausting the memory would end the process, and with it the reading of all other pages. A page that is read
        // has a decoded copy, and a tree of at least its size.
        if expected >= 4 << 20, expected <= limit, let free = SystemCalls.freeMemory(),
            free < expected * 3
        {
            throw Failure(
                path: path,
                description:
                    "its \(expected >> 20) MB do not fit in the \(free >> 20) MB of memory that are free"
            )
        }
        // A file is read in one go; the extra byte shows that it has ended.
        var room = expected > 0 ? min(expected, 1 << 30) + 1 : 1 << 16
        var bytes: [UInt8] = []
        while true {
            var error: Int32 = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                error = fill(buffer, &count, from: descriptor)
            }
            if error != 0 {
                errno = error
                throw Failure.last(path)
            }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            if chunk.count < room || bytes.count > limit { return bytes }
            room = min(max(room, 1 << 16) * 2, 1 << 24)
        }
    }

    /// Reads until a buffer is full or the input ends.
    ///
    /// - Returns: the system's error number, 0 on success.
    private static func fill(
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        _ filled: inout Int,
        from descriptor: Int32
    ) -> Int32 {
        filled = 0
        while filled < buffer.count, let start = buffer.baseAddress {
            let count = Platform.read(descriptor, start + filled, buffer.count - filled)
            if count == 0 { break }
            if count > 0 {
                filled += count
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// The names in a folder, sorted. Bytes that are not UTF-8 are escaped as in ``PathText``.
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

    /// Writes all bytes to a descriptor.
    ///
    /// - Returns: the system's error number, 0 on success.
    package static func write(
        _ bytes: some Collection<UInt8>,
        to descriptor: Int32,
        isTerminal: Bool = false
    ) -> Int32 {
        let shown = isTerminal ? TerminalText.withoutControls(bytes) : nil
        let bytes = shown ?? Array(bytes)
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                Platform.write(descriptor, $0.baseAddress, $0.count)
            }
            if count < 0 {
                if errno == EINTR { continue }
                return errno
            }
            written += count
        }
        return 0
    }

    /// Creates the missing folders of a file's path.
    package static func makeFolders(for path: String) throws(Failure) {
        var folder = path.hasPrefix("/") ? "" : "."
        for component in path.split(separator: "/").dropLast() {
            folder += "/" + component
            if PathText.withSystemPath(folder, { mkdir($0, 0o777) }) != 0, errno != EEXIST {
                throw Failure.last(folder)
            }
        }
    }

    /// Writes a new file, which must not exist.
    package static func write(
        _ bytes: [UInt8],
        toNewFile path: String,
        isProgram: Bool
    ) throws(Failure) {
        let descriptor = PathText.withSystemPath(path) {
            Platform.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, isProgram ? 0o777 : 0o666)
        }
        guard descriptor >= 0 else { throw Failure.last(path) }
        defer { close(descriptor) }
        let error = write(bytes, to: descriptor)
        if error != 0 { throw Failure(path: path, description: String(cString: strerror(error))) }
    }
}

/// Paths as texts. A path consists of bytes and need not be UTF-8: other bytes are escaped as `\xE9`, which messages
/// show and which can be used to refer to the file again.
package enum PathText {
    /// The text of a name that the system returns. Backslashes are escaped in a name that seems to contain an escape.
    package static func text(ofName name: some Collection<UInt8>) -> String {
        guard let text = String(validating: name, as: UTF8.self) else { return escaped(Array(name)) }
        return text.utf8.contains(backslash) && bytes(text) != nil ? escaped(Array(name)) : text
    }

    /// The text of a path that a user has written, in which only bytes that are not UTF-8 are escaped.
    package static func text(ofWritten written: some Collection<UInt8>) -> String {
        String(validating: written, as: UTF8.self) ?? escaped(Array(written))
    }

    /// The arguments of the process, any of which may be a path.
    package static func arguments() -> [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { argument in
                text(ofWritten: UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
            }
        }
    }

    /// Calls `body` with a path for the system: with escapes replaced by their bytes if that path exists, or if only
    /// the folder of that path exists; otherwise with the text unchanged. A text with a NUL character, at which the
    /// system would end the path, becomes an empty path, which no file has.
    package static func withSystemPath<Result>(
        _ text: String,
        _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        if text.utf8.contains(0) { return body("") }
        guard text.utf8.contains(backslash), let bytes = bytes(text) else { return body(text) }
        let path = bytes.map(CChar.init(bitPattern:)) + [0]
        var status = stat()
        if lstat(path, &status) == 0
            || lstat(text, &status) != 0 && isInFolder(path) && !isInFolder(Array(text.utf8CString))
        {
            return body(path)
        }
        return body(text)
    }

    /// Whether the folder before a path's last slash exists.
    private static func isInFolder(_ path: [CChar]) -> Bool {
        guard let slash = path.lastIndex(of: CChar(bitPattern: UInt8(ascii: "/"))) else { return false }
        var status = stat()
        return stat(path[...slash] + [0], &status) == 0
    }

    private static let backslash = UInt8(ascii: "\\")

    /// The bytes of a text with its escapes replaced; `nil` if it has none.
    private static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        var isEscaped = false
        while let byte = rest.popFirst() {
            if byte == backslash, let value = escapedByte(rest.prefix(3)) {
                bytes.append(value)
                rest = rest.dropFirst(3)
                isEscaped = true
            } else {
                bytes.append(byte)
            }
        }
        return isEscaped ? bytes : nil
    }

    /// The byte of an escape without its backslash. The backslash is the only ASCII byte that is escaped; in
    /// particular, a slash is not.
    private static func escapedByte(_ text: ArraySlice<UInt8>) -> UInt8? {
        guard text.count == 3, text.first == UInt8(ascii: "x"),
            let value = UInt8(String(decoding: text.dropFirst(), as: UTF8.self), radix: 16)
        else { return nil }
        return value >= 0x80 || value == backslash ? value : nil
    }

    /// The text of bytes, with backslashes and bytes that are not UTF-8 escaped as `\xE9`.
    private static func escaped(_ bytes: [UInt8]) -> String {
        var text = ""
        var parser = UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var index = 0
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar) where scalar.elementsEqual(CollectionOfOne(backslash)):
                text += escape(backslash)
                index += 1
            case .valid(let scalar):
                text.unicodeScalars.append(UTF8.decode(scalar))
                index += scalar.count
            case .error(let length):
                for byte in bytes[index..<min(index + length, bytes.count)] { text += escape(byte) }
                index += length
            case .emptyInput: return text
            }
        }
    }

    private static func escape(_ byte: UInt8) -> String { "\\x" + String(byte, radix: 16, uppercase: true) }
}

/// The name of a file that may be compressed.
package enum PackedName {
    /// A name without the ending of a compressed file: `page.html` for `page.html.gz`.
    package static func unpacked(_ name: String) -> String {
        let ending = name.suffix(4).lowercased()
        if ending.hasSuffix(".gz") { return String(name.dropLast(3)) }
        return ending == ".zst" ? String(name.dropLast(4)) : name
    }
}
