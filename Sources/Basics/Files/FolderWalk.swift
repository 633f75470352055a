import Glibc

/// The files in a folder and the folders in it, in the order of their names, found as they are asked for.
///
/// No more is held than the names in the folders that stand open. What is hidden is passed over, and a link to a
/// folder that the walk is in.
package struct FolderWalk {
    /// What the walk comes to.
    package enum Found {
        /// A file, by its path below the folder.
        case file(String)
        /// A folder that cannot be read.
        case unreadable(String, String)
    }

    /// A folder whose files are being gone through.
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

    /// The path of what stands below the folder.
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
            // What is gone, or a link that leads nowhere, is told where it is read.
            let status = File.status(of: folder + path)
            switch status.map({ $0.st_mode & S_IFMT }) ?? S_IFREG {
            case S_IFDIR: if let failure = enter(path + "/", status ?? stat()) { return failure }
            case S_IFREG: return .file(path)
            default: continue
            }
        }
        return nil
    }

    /// Opens a folder, unless the walk is in it.
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
