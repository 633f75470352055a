import Glibc
import Scraping

extension String {
    /// A path without `.` in it, doubled slashes and a slash at its end, by which two ways to write it are one.
    ///
    /// What `..` leads to depends on links, so that it stays.
    package var normalPath: String {
        if isNormalPath { return self }
        let root = hasPrefix("/") ? "/" : ""
        let parts = utf8.split(separator: UInt8(ascii: "/")).filter { !$0.elementsEqual(".".utf8) }
        let path = root + parts.map { String(Substring($0)) }.joined(separator: "/")
        return path.isEmpty ? "." : path
    }

    /// Whether there is nothing to be left out, as mostly.
    private var isNormalPath: Bool {
        let slash = UInt8(ascii: "/")
        let dot = UInt8(ascii: ".")
        // The last two bytes; the path begins as if behind a slash.
        var last = (before: UInt8(0), byte: UInt8(0))
        for byte in utf8 {
            let isBehindSlash = last.before == slash || last.before == 0
            if byte == slash, last.byte == slash || (last.byte == dot && isBehindSlash) { return false }
            last = (last.byte, byte)
        }
        let isBehindSlash = last.before == slash || last.before == 0
        return utf8.count < 2 || !(last.byte == slash || (last.byte == dot && isBehindSlash))
    }

    /// A path in its normal form from the root, by which one that begins in the current folder and one that does not are one.
    ///
    /// What the journal calls by a name below the current folder is what this run calls so, wherever that is.
    package var fromRoot: String {
        if hasPrefix("/") { return self }
        let folder = String.currentFolder
        if self == "." { return folder.isEmpty ? "/" : folder }
        return folder + "/" + self
    }

    /// The current folder; nothing for the root.
    private static let currentFolder: String = {
        guard let path = getcwd(nil, 0) else { return "" }
        defer { free(path) }
        let folder = PathText.text(ofWritten: UnsafeRawBufferPointer(start: path, count: strlen(path)))
        return folder == "/" ? "" : folder
    }()
}
