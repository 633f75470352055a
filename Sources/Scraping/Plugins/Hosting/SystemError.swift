import Glibc

/// An error number of the system.
struct SystemError: Error, Hashable, CustomStringConvertible {
    let number: Int32

    /// The one that the last call left behind.
    static var last: SystemError { SystemError(number: errno) }

    /// The system's words: `Permission denied`.
    var description: String { String(cString: strerror(number)) }
}
