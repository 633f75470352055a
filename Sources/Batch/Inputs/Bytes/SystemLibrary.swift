import Glibc

/// A library of the system that is found when it is needed first, so that no more has to be installed to build, and
/// nothing to run.
struct SystemLibrary: Sendable {
    /// The file that the system's loader looks for, with the version of its interface.
    let file: String

    /// The address of one of the library's functions, which is loaded where nobody has loaded it; `nil` where the system
    /// has none.
    func symbol(_ name: String) -> UnsafeMutableRawPointer? {
        dlsym(nil, name) ?? dlopen(file, RTLD_NOW | RTLD_GLOBAL).flatMap { dlsym($0, name) }
    }

    /// The same as a function of a type, which the library's header tells.
    func function<Function>(_ name: String, as type: Function.Type) -> Function? {
        // A function of C is an address; nothing but the header knows what it takes.
        symbol(name).map { unsafeBitCast($0, to: type) }
    }
}
