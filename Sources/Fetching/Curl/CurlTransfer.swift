import Basics
import Engine
import Platform

/// A request that libcurl sends, and the data of its answer so far.
final class CurlTransfer {
    let request: TransportRequest
    let easy: CurlLibrary.Handle
    private let curl: CurlLibrary
    private var headers: CurlLibrary.List?
    private var errorBuffer = UnsafeMutablePointer<CChar>.allocate(capacity: 256)
    private var sent: [UInt8] = []
    private var header: [UInt8] = []
    private var headerCount = 0
    private var body: [UInt8] = []
    private var date = ""
    private var refusedAddress: String?
    /// Why a callback has stopped the transfer.
    private var stopped: FetchFailure?
    private let begin = MonotonicTime.now

    init(_ request: TransportRequest, _ curl: CurlLibrary, _ easy: CurlLibrary.Handle) {
        self.request = request
        self.curl = curl
        self.easy = easy
        errorBuffer.initialize(repeating: 0, count: 256)
        setRequest()
        setLimits()
        setCallbacks()
    }

    deinit {
        curl.freeList(headers)
        errorBuffer.deallocate()
    }

    private func setRequest() {
        curl.set(easy, .url, request.url)
        // http and https only, even if the library supports more.
        curl.set(easy, .protocols, 3)
        curl.set(easy, .customRequest, request.method)
        if request.method == "HEAD" { curl.set(easy, .noBody, 1) }
        if !request.body.isEmpty {
            curl.set(easy, .postFieldSize, request.body.count)
            request.body.withUnsafeBytes { _ = curl.set(easy, .postFields, $0.baseAddress) }
        }
        // libcurl would ask whether the body is welcome, and wait a second.
        for line in request.headers.map({ "\($0.name): \($0.value)" }) + ["Expect:"] {
            // A field without a value is written with a semicolon.
            let text = line.hasSuffix(": ") ? String(line.dropLast(2)) + ";" : line
            headers = curl.append(headers, text) ?? headers
        }
        curl.set(easy, .httpHeader, UnsafeRawPointer(headers))
        // An empty text keeps libcurl from reading the environment.
        curl.set(easy, .proxy, request.proxy ?? "")
        curl.set(easy, .suppressConnectHeaders, 1)
        if let authorities = request.authorities { curl.set(easy, .authorities, authorities) }
        // HTTP/2 where TLS negotiates it.
        curl.set(easy, .httpVersion, 4)
        curl.set(easy, .pathAsIs, 1)
        // Most pages are then received in one call; with libcurl's default, 16 KB, each takes several.
        curl.set(easy, .bufferSize, 1 << 17)
        // The archive keeps bodies as they come.
        curl.set(easy, .contentDecoding, 0)
        curl.set(easy, .transferDecoding, 0)
    }

    private func setLimits() {
        curl.set(easy, .noSignal, 1)
        curl.set(easy, .timeout, Int(request.limits.time * 1000))
        curl.set(easy, .connectTimeout, Int(request.limits.firstByte * 1000))
        curl.set(easy, .lowSpeedLimit, request.limits.slowBytes)
        curl.set(easy, .lowSpeedTime, request.limits.slowTime)
        curl.set(easy, .errorBuffer, UnsafeRawPointer(errorBuffer))
    }

    private func setCallbacks() {
        let me = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        for data: CurlLibrary.Option in [
            .writeData, .headerData, .debugData, .progressData, .openSocketData, .privateData,
        ] {
            curl.set(easy, data, me)
        }
        curl.set(
            easy,
            .writeFunction,
            calling: unsafeBitCast(CurlTransfer.write, to: CurlLibrary.Callback.self)
        )
        curl.set(
            easy,
            .headerFunction,
            calling: unsafeBitCast(CurlTransfer.head, to: CurlLibrary.Callback.self)
        )
        curl.set(
            easy,
            .debugFunction,
            calling: unsafeBitCast(CurlTransfer.debug, to: CurlLibrary.Callback.self)
        )
        curl.set(easy, .verbose, 1)
        curl.set(
            easy,
            .progressFunction,
            calling: unsafeBitCast(CurlTransfer.progress, to: CurlLibrary.Callback.self)
        )
        curl.set(easy, .noProgress, 0)
        // A proxy that the user names may be anywhere; only the proxy knows what it connects to.
        guard !request.allowsPrivate, request.proxy == nil else { return }
        curl.set(
            easy,
            .openSocketFunction,
            calling: unsafeBitCast(CurlTransfer.openSocket, to: CurlLibrary.Callback.self)
        )
        // A kept connection is checked as well, if libcurl is version 7.80 (2021) or later.
        curl.set(easy, .preRequestData, me)
        curl.set(
            easy,
            .preRequestFunction,
            calling: unsafeBitCast(CurlTransfer.preRequest, to: CurlLibrary.Callback.self)
        )
    }

    // MARK: - Callbacks

    private typealias Data =
        @convention(c) (
            UnsafeRawPointer?, Int, Int, UnsafeMutableRawPointer?
        ) -> Int
    private typealias Debug =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int, UnsafeMutableRawPointer?
        ) -> Int32
    private typealias Progress = @convention(c) (UnsafeMutableRawPointer?, Int, Int, Int, Int) -> Int32
    private typealias OpenSocket =
        @convention(c) (
            UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?
        ) -> Int32
    private typealias PreRequest =
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, Int32, Int32
        ) -> Int32

    private static func transfer(_ data: UnsafeMutableRawPointer?) -> CurlTransfer? {
        data.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let write: Data = { bytes, size, count, data in
        transfer(data)?.addBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }

    private static let head: Data = { bytes, size, count, data in
        transfer(data)?.addHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
    }

    private static let debug: Debug = { _, kind, bytes, count, data in
        // CURLINFO_HEADER_OUT and CURLINFO_DATA_OUT.
        if kind == 2 || kind == 4 {
            transfer(data)?.sent += UnsafeRawBufferPointer(start: bytes, count: count)
        }
        return 0
    }

    private static let progress: Progress = { data, _, _, _, _ in
        transfer(data)?.isLate() == true ? 1 : 0
    }

    private static let openSocket: OpenSocket = { data, _, address in
        // `struct curl_sockaddr`: family, type, protocol, length, and the address.
        guard let address else { return -1 }
        let family = address.load(as: Int32.self)
        if AddressRange.isPrivate(address + 16, family: family) {
            transfer(data)?.refusedAddress = text(ofSocket: address + 16, family: family)
            return -1
        }
        let type = address.load(fromByteOffset: 4, as: Int32.self)
        // SOCK_CLOEXEC: no other program inherits it.
        return socket(family, type | 0x80000, address.load(fromByteOffset: 8, as: Int32.self))
    }

    private static let preRequest: PreRequest = { data, address, _, _, _ in
        guard let address else { return 1 }
        let text = String(cString: address)
        guard AddressRange.isPrivate(text) else { return 0 }
        transfer(data)?.refusedAddress = text
        return 1
    }

    private static func text(ofSocket address: UnsafeRawPointer, family: Int32) -> String {
        var text = [CChar](repeating: 0, count: 64)
        inet_ntop(family, address + (family == AF_INET ? 4 : 8), &text, 64)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private func addBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        let room = request.limits.bytes - body.count
        body += bytes.prefix(max(0, room))
        if bytes.count <= room { return bytes.count }
        stopped = FetchFailure(.tooLarge, "more than \(LimitText.bytes(request.limits.bytes))")
        return -1
    }

    private func addHeader(_ line: UnsafeRawBufferPointer) -> Int {
        if line.starts(with: "HTTP/".utf8) {
            // The header of an interim answer is followed by the final one.
            header = []
            headerCount = 0
            date = PageClock.text(ofInstant: Int(time(nil)))
        }
        headerCount += 1
        let limits = request.limits
        if header.count + line.count > limits.headerBytes {
            stopped = FetchFailure(.headerTooLarge, "more than \(LimitText.bytes(limits.headerBytes))")
            return -1
        }
        if headerCount > limits.headerCount + 2 {
            stopped = FetchFailure(.headerTooLarge, "more than \(limits.headerCount) lines")
            return -1
        }
        header += line
        return line.count
    }

    private func isLate() -> Bool {
        guard header.isEmpty, stopped == nil, MonotonicTime.now - begin > .seconds(request.limits.firstByte)
        else {
            return false
        }
        let seconds = LimitText.seconds(request.limits.firstByte)
        stopped = FetchFailure(.timeout, "no byte in \(seconds)")
        return true
    }

    // MARK: - The answer

    /// The answer when libcurl has finished.
    ///
    /// - Parameter code: libcurl's result, 0 for success.
    func answer(code: Int32) -> TransportAnswer {
        let version = curl.number(easy, .httpVersion)
        var answer = TransportAnswer(
            id: request.id,
            date: date.isEmpty ? PageClock.text(ofInstant: Int(time(nil))) : date
        )
        let address = curl.text(easy, .primaryAddress)
        answer.ip = address?.isEmpty == false ? address : nil
        answer.version = version == 3 ? "h2" : version == 1 ? "http/1.0" : version == 2 ? "http/1.1" : nil
        answer.request = sent
        if !header.isEmpty { (answer.response, answer.body) = (HTTP1.header(header), body) }
        if code != 0 { answer.failure = failure(code) }
        // What began as another protocol is not an answer.
        if code == 0, header.isEmpty { answer.failure = FetchFailure(.notHTTP) }
        // libcurl treats the end of the connection as the end of the header.
        if code == 0, !header.isEmpty, !isHeaderWhole {
            answer.failure = FetchFailure(.cut, "within the header")
        }
        return answer
    }

    /// Whether an empty line ends the header.
    private var isHeaderWhole: Bool {
        let lines = header.filter { $0 != 0x0D }
        return lines.suffix(2) == [0x0A, 0x0A]
    }

    private func failure(_ code: Int32) -> FetchFailure {
        if let refusedAddress { return FetchFailure(.privateAddress, refusedAddress) }
        if let stopped { return stopped }
        // libcurl has limits of its own for one line of a header, and for interim headers.
        if code == 27, body.isEmpty { return FetchFailure(.headerTooLarge, "a line is too long") }
        let written = String(cString: errorBuffer)
        let text = TerminalText.line(written.isEmpty ? String(cString: curl.errorText(code)) : written)
        if text.hasPrefix("Too large response headers") { return FetchFailure(.headerTooLarge, text) }
        return FetchFailure(CurlTransfer.cause(code, text), text)
    }

    /// The cause of libcurl's error codes.
    private static func cause(_ code: Int32, _ text: String) -> FetchFailure.Cause {
        switch code {
        case 3: .address
        case 5, 97: .proxy
        case 6: .dns
        case 7: .connect
        // The host has checked the scheme: what is not supported is the answer's version.
        case 1, 8, 61, 100: .notHTTP
        case 16, 18, 52, 55, 56, 92: isAboutHTTP(text) ? .notHTTP : .cut
        case 28: text.hasPrefix("Operation too slow") ? .slow : .timeout
        case 63: .tooLarge
        case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91: .tls
        default: .other
        }
    }

    private static func isAboutHTTP(_ text: String) -> Bool {
        ["chunk", "Chunk", "Invalid", "HTTP2", "header", "Overflow"].contains { text.contains($0) }
    }
}

/// HTTP/2 headers in the form of HTTP/1.1, in which archives store them.
enum HTTP1 {
    /// The header with an HTTP/1.1 status line. The answer's own version is in the archive's record.
    static func header(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.starts(with: "HTTP/2".utf8) || bytes.starts(with: "HTTP/3".utf8),
            let space = bytes.firstIndex(of: 0x20)
        else { return bytes }
        return Array("HTTP/1.1".utf8) + bytes[space...]
    }
}
