import Glibc

/// What keeps a file from being started, in words that say what to do about it.
package enum StartProblem {
    /// What is wrong with the file itself; `nil` where nothing is to be seen.
    package static func ofFile(_ path: String) -> String? {
        if path.utf8.contains(0) { return "no path has a zero character in it" }
        var status = stat()
        guard stat(path, &status) == 0 else { return SystemError.last.description }
        if status.st_mode & S_IFMT == S_IFDIR { return "it is a folder" }
        if status.st_mode & S_IFMT != S_IFREG { return "it is not a file" }
        if access(path, X_OK) != 0, errno == EACCES, status.st_mode & 0o111 == 0 {
            return "it is not executable: chmod +x \(quoted(path))"
        }
        return nil
    }

    /// Why the system refused to start a file that is there.
    package static func text(_ error: SystemError, path: String) -> String {
        if error.number == ENOEXEC {
            return "it is neither a program of this machine nor a script that begins with "
                + "\"#!\" and the path of its interpreter"
        }
        guard error.number == ENOENT, let interpreter = interpreter(of: path) else {
            return error.description
        }
        if interpreter.hasSuffix("\r") { return "its first line ends with a carriage return" }
        return "its first line names \"\(interpreter)\", which is not there"
    }

    /// The program that a script's first line names.
    private static func interpreter(of path: String) -> String? {
        guard let start = try? File.read(path, limit: 256), start.starts(with: "#!".utf8) else { return nil }
        let line = start.dropFirst(2).prefix { $0 != 0x0A }
        let name = line.drop { $0 == 0x20 || $0 == 0x09 }.prefix { $0 != 0x20 && $0 != 0x09 }
        return String(decoding: name, as: UTF8.self)
    }

    /// A path as a shell takes it.
    private static func quoted(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...0xFF:
                true
            default: false
            }
        }
        return isPlain ? path : "'" + path.replacing("'", with: #"'\''"#) + "'"
    }
}
