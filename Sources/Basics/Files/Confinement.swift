import Platform

extension File {
    /// The path with all links resolved; `nil` if it does not exist.
    package static func resolved(_ path: String) -> String? {
        guard let resolved = PathText.withSystemPath(path, { realpath($0, nil) }) else { return nil }
        defer { free(resolved) }
        return PathText.text(ofWritten: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
    }

    /// Whether a path is in a folder or its subfolders, with all links resolved. The result is also true for a path
    /// that does not exist, which cannot be read anyway.
    ///
    /// - Parameter folder: empty for the current folder.
    package static func isInside(_ path: String, _ folder: String) -> Bool {
        guard let target = resolved(path) else { return true }
        guard let folder = resolved(folder.isEmpty ? "." : folder) else { return false }
        return target == folder || target.hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }
}
