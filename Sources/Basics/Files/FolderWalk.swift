import Platform

/// The files in a folder and its subfolders, in the order of their names, found on demand.
///
/// Only the names in the open folders are in memory. Hidden files are skipped, and so is a link to a folder that the
/// walk is in.
package struct FolderWalk {
    /// An item of the walk.
    package enum Found {
        /// A file, by its path below the folder.
        case file(String)
        /// A path that is neither a file nor a folder: a device, a pipe, a socket.
        case special(String)
        /// A folder that cannot be read, with the reason.
        case unreadable(String, String)
    }

    /// A folder that is being listed.
    private struct Open {
        /// Its path below the first folder, with a slash at its end; empty for that one.
        let path: String
        let device: UInt
        let inode: UInt
        var names: IndexingIterator<[String]>
    }

    private let folder: String
    private var open: [Open] = []
    private var isBegun = false

    package init(_ folder: String) {
        self.folder = folder.hasSuffix("/") ? folder : folder + "/"
    }

    /// The path of a file below the folder.
    package func path(of file: String) -> String { folder + file }

    /// The next file; `nil` at the end.
    package mutating func next() -> Found? {
        if !isBegun {
            isBegun = true
            if let failure = enter("", File.status(of: folder) ?? stat()) { return failure }
        }
        while let last = open.indices.last {
            guard let name = open[last].names.next() else {
                open.removeLast()
                continue
            }
            if name.hasPrefix(".") { continue }
            let path = open[last].path + name
            // A file that is gone and a dangling link are reported where they are read.
            let status = File.status(of: folder + path)
            switch status.map({ $0.st_mode & S_IFMT }) ?? S_IFREG {
            case S_IFDIR: if let failure = enter(path + "/", status ?? stat()) { return failure }
            case S_IFREG: return .file(path)
            default: return .special(path)
            }
        }
        return nil
    }

    /// Opens a folder, unless it is open already, as after a link to a folder around it.
    private mutating func enter(_ path: String, _ status: stat) -> Found? {
        let (device, inode) = (UInt(status.st_dev), UInt(status.st_ino))
        if open.contains(where: { $0.device == device && $0.inode == inode }) { return nil }
        do throws(File.Failure) {
            let names = try File.names(in: folder + path)
            open.append(Open(path: path, device: device, inode: inode, names: names.makeIterator()))
            return nil
        } catch {
            return .unreadable(path, error.description)
        }
    }
}
