import Glibc

/// The system's zlib, found when it is needed first: it is there wherever libxml2 is, which unpacks with it.
///
/// So no more has to be installed to build, and nothing to run.
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

    /// What someone does who has none.
    static let help = "install zlib (zlib1g), or unpack it first"

    /// The address of one of the library's functions, which is loaded where libxml2 has not loaded it.
    static func symbol(_ name: String) -> UnsafeMutableRawPointer? {
        dlsym(nil, name) ?? dlopen("libz.so.1", RTLD_NOW | RTLD_GLOBAL).flatMap { dlsym($0, name) }
    }

    private init?() {
        guard let begin = Zlib.symbol("inflateInit2_"), let inflate = Zlib.symbol("inflate"),
            let reset = Zlib.symbol("inflateReset"), let end = Zlib.symbol("inflateEnd")
        else { return nil }
        self.begin = unsafeBitCast(begin, to: Begin.self)
        self.inflate = unsafeBitCast(inflate, to: Step.self)
        self.reset = unsafeBitCast(reset, to: End.self)
        self.end = unsafeBitCast(end, to: End.self)
    }
}
