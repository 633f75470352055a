import Platform

/// A library of the system that is loaded on first use, so that a build needs no development package for it and the
/// program starts without it.
package struct SystemLibrary: Sendable {
    /// The file name that the dynamic loader searches for, with the version of its interface.
    package let file: String

    package init(file: String) { self.file = file }

    /// The address of a function, after loading the library if the process has not done so; `nil` if there is none.
    package func symbol(_ name: String) -> UnsafeMutableRawPointer? {
        dlsym(nil, name) ?? dlopen(file, RTLD_NOW | RTLD_GLOBAL).flatMap { dlsym($0, name) }
    }

    /// A function of the library. `type` must be the C function type that the library's header declares.
    package func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        symbol(name).map { SystemLibrary.cast($0, to: type) }
    }

    /// Thrown by ``required(_:)``.
    package struct MissingFunction: Error {
        package init() {}
    }

    /// A function of the library, whose C type the caller states as in ``function(_:as:)``.
    ///
    /// - Throws: that the system does not have it.
    package func required<Function>(_ name: String) throws(MissingFunction) -> Function {
        guard let function = function(name, as: Function.self) else { throw MissingFunction() }
        return function
    }

    /// A function of what the process has loaded already, such as one that only some versions of the C library have.
    ///
    /// `type` must be the C function type that the header declares.
    package static func loadedFunction<Function>(_ name: String, as type: Function.Type) -> Function? {
        dlsym(nil, name).map { cast($0, to: type) }
    }

    /// The library's file that an address of the process is from, by the kernel's list of mapped files; `nil` where the
    /// program itself has it, and on systems without such a list.
    package static func file(of symbol: UnsafeMutableRawPointer) -> String? {
        guard let list = fopen("/proc/self/maps", "r") else { return nil }
        defer { fclose(list) }
        let address = UInt(bitPattern: symbol)
        var line: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(line) }
        while getline(&line, &room, list) > 0, let text = line.map({ String(cString: $0) }) {
            // start-end permissions offset device inode path
            let parts = text.split(maxSplits: 5, omittingEmptySubsequences: true) { $0 == " " || $0 == "\n" }
            let bounds = parts.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
            guard bounds.count == 2, bounds[0] <= address, address < bounds[1] else { continue }
            let path = parts.count == 6 ? String(parts[5].drop { $0 == " " }.prefix { $0 != "\n" }) : ""
            return path.contains(".so") ? path : nil
        }
        return nil
    }

    private static func cast<Function>(_ symbol: UnsafeMutableRawPointer, to type: Function.Type) -> Function
    {
        // A C function is an address; only the header knows its type.
        unsafeBitCast(symbol, to: type)
    }
}

/// An error number of the system.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    let number: Int32

    /// The error of the last system call.
    package static var last: SystemError { SystemError(number: errno) }

    /// The system's message, with a small first letter: `permission denied`.
    package var description: String {
        let text = String(cString: strerror(number))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
