import Glibc

/// An error number of the system.
package struct SystemError: Error, Hashable, CustomStringConvertible {
    let number: Int32

    /// The one that the last call left behind.
    package static var last: SystemError { SystemError(number: errno) }

    /// The system's words, begun small: `permission denied`.
    package var description: String {
        let text = String(cString: strerror(number))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
