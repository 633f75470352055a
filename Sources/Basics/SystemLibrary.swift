import Platform

/// A system library that is loaded on first use, so that a build needs no development package for it and the program
/// starts without it.
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

    /// A function of the library, with the C type that the caller specifies as in ``function(_:as:)``.
    ///
    /// - Throws: an error if the system does not have it.
    package func required<Function>(_ name: String) throws(MissingFunction) -> Function {
        guard let function = function(name, as: Function.self) else { throw MissingFunction() }
        return function
    }

    /// A function in a library that the process has loaded already, such as one that only some versions of the C
    /// library have.
    ///
    /// `type` must be the C function type that the header declares.
    package static func loadedFunction<Function>(_ name: String, as type: Function.Type) -> Function? {
        dlsym(nil, name).map { cast($0, to: type) }
    }

    private static func cast<Function>(_ symbol: UnsafeMutableRawPointer, to type: Function.Type) -> Function
    {
        // A C function is an address; only the header knows its type.
        unsafeBitCast(symbol, to: type)
    }
}

/// A system error number.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    let number: Int32

    /// The error of the last system call.
    package static var last: SystemError { SystemError(number: errno) }

    /// The system's message, beginning with a lower-case letter: `permission denied`.
    package var description: String {
        let text = String(cString: strerror(number))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
