/// Unpacks bytes piece by piece, by one of the system's libraries.
protocol Unpacker: AnyObject {
    /// Unpacks as much as fits.
    ///
    /// - Returns: how many bytes were taken, how many were given, and what that came to.
    func step(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) -> UnpackingStep

    /// Makes it ready for what is packed anew.
    func reset()
}

/// What unpacking a piece came to.
struct UnpackingStep {
    /// How it goes on.
    enum Status: Equatable {
        /// More bytes or more room are needed.
        case more
        /// The packed bytes end, and their check sum holds.
        case end
        /// They are damaged; in the library's words.
        case damaged(String)
    }

    let taken: Int
    let given: Int
    let status: Status
}
