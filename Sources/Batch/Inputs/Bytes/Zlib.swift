/// The system's zlib, which is there wherever libxml2 is, since that unpacks with it.
struct Zlib: Sendable {
    /// zlib's `z_stream`, whose layout has been the same since its first version.
    struct Stream {
        var nextIn: UnsafePointer<UInt8>?
        var availableIn: UInt32 = 0
        var totalIn: UInt = 0
        var nextOut: UnsafeMutablePointer<UInt8>?
        var availableOut: UInt32 = 0
        var totalOut: UInt = 0
        var message: UnsafePointer<CChar>?
        var state: UnsafeMutableRawPointer?
        var allocate: UnsafeMutableRawPointer?
        var free: UnsafeMutableRawPointer?
        var custom: UnsafeMutableRawPointer?
        var dataType: Int32 = 0
        var adler: UInt = 0
        var reserved: UInt = 0
    }

    /// What zlib's functions return.
    enum Code {
        static let ok: Int32 = 0
        static let streamEnd: Int32 = 1
        static let bufferError: Int32 = -5
    }

    // The first argument of each is a stream; C cannot be told of a structure of Swift.
    typealias Begin = @convention(c) (UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32) -> Int32
    typealias Step = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
    typealias End = @convention(c) (UnsafeMutableRawPointer) -> Int32

    let begin: Begin
    let inflate: Step
    let reset: End
    let end: End

    /// zlib; `nil` where the system has none.
    static let shared = Zlib()

    static let library = SystemLibrary(file: "libz.so.1")

    private init?() {
        let library = Zlib.library
        guard let begin = library.function("inflateInit2_", as: Begin.self),
            let inflate = library.function("inflate", as: Step.self),
            let reset = library.function("inflateReset", as: End.self),
            let end = library.function("inflateEnd", as: End.self)
        else { return nil }
        self.begin = begin
        self.inflate = inflate
        self.reset = reset
        self.end = end
    }
}
