import Basics
import CVariadic
import Platform

/// The system's libcurl, loaded when it is first used.
struct CurlLibrary: @unchecked Sendable {
    typealias Handle = UnsafeMutableRawPointer
    /// `struct curl_slist`.
    typealias List = UnsafeMutableRawPointer
    typealias Callback = @convention(c) () -> Void

    /// `CURLMsg`: the kind, the transfer, and its result in a union as wide as a pointer.
    struct Message {
        let kind: Int32
        let easy: Handle?
        let data: Int
    }

    /// `struct curl_waitfd`.
    struct WaitDescriptor {
        var descriptor: Int32
        var events: Int16
        var revents: Int16
    }

    let easyInit: @convention(c) () -> Handle?
    let easyCleanup: @convention(c) (Handle) -> Void
    let easyReset: @convention(c) (Handle) -> Void
    let multiInit: @convention(c) () -> Handle?
    let multiAdd: @convention(c) (Handle, Handle) -> Int32
    let multiRemove: @convention(c) (Handle, Handle) -> Int32
    let multiPerform: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> Int32
    let multiPoll:
        @convention(c) (
            Handle, UnsafeMutableRawPointer?, UInt32, Int32, UnsafeMutablePointer<Int32>?
        ) -> Int32
    let multiRead: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> UnsafeRawPointer?
    let append: @convention(c) (List?, UnsafePointer<CChar>) -> List?
    let freeList: @convention(c) (List?) -> Void
    let errorText: @convention(c) (Int32) -> UnsafePointer<CChar>
    private let setter: UnsafeMutableRawPointer
    private let getter: UnsafeMutableRawPointer
    private let multiSetter: UnsafeMutableRawPointer

    /// The library's file names: of the usual package, then of the one with another TLS library.
    static let names = ["libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.4.dylib"]
    /// What to do if the library is missing.
    static let missing = FetchFailure(
        .transport,
        "libcurl is not installed; install the package libcurl4 (on other systems libcurl or curl)"
    )

    /// Loads the first library with one of these names that exists.
    init(_ names: [String] = names) throws(FetchFailure) {
        for name in names where dlopen(name, RTLD_NOW | RTLD_GLOBAL) != nil {
            let library = SystemLibrary(file: name)
            do throws(SystemLibrary.MissingFunction) {
                try self.init(library)
            } catch {
                continue
            }
            let start: (@convention(c) (Int) -> Int32)? = library.function(
                "curl_global_init",
                as: (@convention(c) (Int) -> Int32).self
            )
            // Everything that libcurl uses is set up: CURL_GLOBAL_ALL.
            guard start?(3) == 0 else { continue }
            return
        }
        throw CurlLibrary.missing
    }

    private init(_ library: SystemLibrary) throws(SystemLibrary.MissingFunction) {
        easyInit = try library.required("curl_easy_init")
        easyCleanup = try library.required("curl_easy_cleanup")
        easyReset = try library.required("curl_easy_reset")
        multiInit = try library.required("curl_multi_init")
        multiAdd = try library.required("curl_multi_add_handle")
        multiRemove = try library.required("curl_multi_remove_handle")
        multiPerform = try library.required("curl_multi_perform")
        multiPoll = try library.required("curl_multi_poll")
        multiRead = try library.required("curl_multi_info_read")
        append = try library.required("curl_slist_append")
        freeList = try library.required("curl_slist_free_all")
        errorText = try library.required("curl_easy_strerror")
        guard let setter = library.symbol("curl_easy_setopt"),
            let getter = library.symbol("curl_easy_getinfo"),
            let multiSetter = library.symbol("curl_multi_setopt")
        else { throw SystemLibrary.MissingFunction() }
        (self.setter, self.getter, self.multiSetter) = (setter, getter, multiSetter)
    }

    /// The options of a transfer, by libcurl's numbers.
    enum Option: Int32 {
        case writeData = 10001
        case url = 10002
        case proxy = 10004
        case errorBuffer = 10010
        case postFields = 10015
        case lowSpeedLimit = 19
        case lowSpeedTime = 20
        case httpHeader = 10023
        case headerData = 10029
        case customRequest = 10036
        case verbose = 41
        case noProgress = 43
        case noBody = 44
        case progressData = 10057
        case postFieldSize = 60
        case authorities = 10065
        case httpVersion = 84
        case debugData = 10095
        case bufferSize = 98
        case noSignal = 99
        case privateData = 10103
        case timeout = 155
        case connectTimeout = 156
        case transferDecoding = 157
        case contentDecoding = 158
        case openSocketData = 10164
        case protocols = 181
        case pathAsIs = 234
        case preRequestData = 10313
        case suppressConnectHeaders = 265
        case writeFunction = 20011
        case headerFunction = 20079
        case debugFunction = 20094
        case openSocketFunction = 20163
        case progressFunction = 20219
        case preRequestFunction = 20312
    }

    /// Information about a transfer, by libcurl's numbers.
    enum Info: Int32 {
        case primaryAddress = 0x10_0020
        case httpVersion = 0x20_002E
    }

    @discardableResult
    func set(_ handle: Handle, _ option: Option, _ value: Int) -> Bool {
        scrape_callWithLong(setter, handle, option.rawValue, value) == 0
    }

    /// Sets a text, which libcurl copies.
    @discardableResult
    func set(_ handle: Handle, _ option: Option, _ value: String) -> Bool {
        value.withCString { scrape_callWithPointer(setter, handle, option.rawValue, $0) == 0 }
    }

    @discardableResult
    func set(_ handle: Handle, _ option: Option, _ value: UnsafeRawPointer?) -> Bool {
        scrape_callWithPointer(setter, handle, option.rawValue, value) == 0
    }

    @discardableResult
    func set(_ handle: Handle, _ option: Option, calling value: Callback) -> Bool {
        scrape_callWithFunction(setter, handle, option.rawValue, value) == 0
    }

    /// Sets the maximum number of connections that are kept.
    func setConnections(_ multi: Handle, _ count: Int) {
        _ = scrape_callWithLong(multiSetter, multi, 6, count)
    }

    func text(_ handle: Handle, _ info: Info) -> String? {
        var text: UnsafePointer<CChar>?
        guard scrape_callWithPointer(getter, handle, info.rawValue, &text) == 0 else { return nil }
        return text.map { String(cString: $0) }
    }

    func number(_ handle: Handle, _ info: Info) -> Int {
        var number = 0
        return scrape_callWithPointer(getter, handle, info.rawValue, &number) == 0 ? number : 0
    }
}
