/// The libraries that the process has loaded.
package enum LoadedLibrary {
    /// The library file that contains an address of the process, by the kernel's list of mapped files; `nil` if the
    /// program itself contains it, and on systems without such a list.
    package static func file(of symbol: UnsafeMutableRawPointer) -> String? {
        #if os(Linux)
            guard let list = fopen("/proc/self/maps", "r") else { return nil }
            defer { fclose(list) }
            let address = UInt(bitPattern: symbol)
            var line: UnsafeMutablePointer<CChar>?
            var room = 0
            defer { free(line) }
            while getline(&line, &room, list) > 0, let text = line.map({ String(cString: $0) }) {
                // start-end permissions offset device inode path
                let parts = text.split(maxSplits: 5, omittingEmptySubsequences: true) {
                    $0 == " " || $0 == "\n"
                }
                let bounds = parts.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
                guard bounds.count == 2, bounds[0] <= address, address < bounds[1] else { continue }
                let path = parts.count == 6 ? String(parts[5].drop { $0 == " " }.prefix { $0 != "\n" }) : ""
                return path.contains(".so") ? path : nil
            }
        #endif
        return nil
    }
}
