/// The libraries that the process has loaded.
package enum LoadedLibrary {
    /// A part of the memory of the process with its file, an empty path if it has none.
    private struct Mapping {
        let addresses: Range<UInt>
        let path: String
    }

    /// The library file that contains an address of the process, by the kernel's list of mapped files; `nil` if the
    /// program itself contains it, and on systems without such a list.
    package static func file(of symbol: UnsafeMutableRawPointer) -> String? {
        let path = mappings().first { $0.addresses.contains(UInt(bitPattern: symbol)) }?.path
        return path.flatMap { isLibrary($0) ? $0 : nil }
    }

    /// The files of all libraries, sorted; none on systems without a list of mapped files.
    package static var files: [String] {
        Set(mappings().map(\.path).filter(isLibrary)).sorted()
    }

    private static func isLibrary(_ path: String) -> Bool {
        path.hasPrefix("/") && path.split(separator: "/").last?.contains(".so") == true
    }

    private static func mappings() -> [Mapping] {
        var mappings: [Mapping] = []
        #if os(Linux)
            guard let list = fopen("/proc/self/maps", "r") else { return [] }
            defer { fclose(list) }
            var line: UnsafeMutablePointer<CChar>?
            var room = 0
            defer { free(line) }
            while getline(&line, &room, list) > 0, let text = line.map({ String(cString: $0) }) {
                // start-end permissions offset device inode path
                let parts = text.split(maxSplits: 5, omittingEmptySubsequences: true) {
                    $0 == " " || $0 == "\n"
                }
                let bounds = parts.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
                guard bounds.count == 2, bounds[0] < bounds[1] else { continue }
                let path = parts.count == 6 ? String(parts[5].drop { $0 == " " }.prefix { $0 != "\n" }) : ""
                mappings.append(Mapping(addresses: bounds[0]..<bounds[1], path: path))
            }
        #endif
        return mappings
    }
}
