import Foundation
import Platform
import Synchronization
import TestSupport

/// What a scripted server does with a connection after a request.
enum ServerStep: Sendable {
    case send([UInt8])
    /// Sends the bytes until the client closes the connection.
    case sendForever([UInt8])
    /// Sends nothing until the client closes the connection.
    case hold
    /// Closes the connection with a reset, as if the host had failed.
    case reset
    /// Closes the connection normally.
    case close
    /// Calls a closure.
    case call(@Sendable () -> Void)

    static func text(_ text: String) -> ServerStep { .send(Array(text.utf8)) }

    /// A whole answer.
    static func page(
        _ body: String,
        status: String = "200 OK",
        _ fields: [String] = ["Content-Type: text/html; charset=utf-8"]
    ) -> ServerStep {
        let header = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.utf8.count)"]
        return .text(header.joined(separator: "\r\n") + "\r\n\r\n" + body)
    }

    static func redirect(_ target: String, _ status: String = "302 Found") -> ServerStep {
        .page("", status: status, ["Location: \(target)"])
    }
}

/// A server on the loopback interface that follows a script for each request: exact bytes, truncation, silence.
final class ScriptedServer: Sendable {
    typealias Script = @Sendable (_ target: String, _ request: String) -> [ServerStep]

    private let listener: Int32
    let port: Int
    private let script: Script
    private let received = Mutex<[String]>([])
    private let isStopped = Mutex(false)

    init(_ script: @escaping Script) throws {
        self.script = script
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        // Programs that other tests start do not keep its port and connections open.
        _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, length) == 0 && listen(listener, 64) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRNOTAVAIL) }
        self.listener = listener
        port = Int(UInt16(bigEndian: address.sin_port))
        signal(SIGPIPE, SIG_IGN)
        let me = Unmanaged.passRetained(self)
        Thread.detachNewThread { me.takeRetainedValue().accept() }
    }

    /// Ends the server, if it has not ended. After that its descriptor may be that of another test's server.
    func stop() {
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        if isFirst { shutdown(listener, Int32(SHUT_RDWR)) }
    }

    func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The requests so far: their headers and bodies.
    var requests: [String] { received.withLock { $0 } }

    /// The targets of the requests so far.
    var targets: [String] { requests.map { String($0.split(separator: " ").dropFirst().first ?? "") } }

    private func accept() {
        while true {
            let client = Platform.accept(listener, nil, nil)
            // If a client has closed its connection before it was accepted, the server continues.
            if client < 0, [EINTR, ECONNABORTED, EPROTO].contains(errno) { continue }
            // Other tests have all descriptors for the moment.
            if client < 0, [EMFILE, ENFILE].contains(errno) {
                _ = sched_yield()
                continue
            }
            if client < 0 { break }
            _ = fcntl(client, F_SETFD, FD_CLOEXEC)
            Thread.detachNewThread { self.serve(client) }
        }
        close(listener)
    }

    private func serve(_ client: Int32) {
        defer { close(client) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            while let end = ScriptedServer.headerEnd(bytes) {
                let header = String(decoding: bytes[..<end], as: UTF8.self)
                let length = ScriptedServer.bodyLength(header)
                if bytes.count < end + length { break }
                let request = String(decoding: bytes[..<(end + length)], as: UTF8.self)
                bytes.removeFirst(end + length)
                received.withLock { $0.append(request) }
                let target = String(request.split(separator: " ").dropFirst().first ?? "")
                if !play(script(target, request), client) { return }
            }
            let count = read(client, &chunk, chunk.count)
            if count <= 0 { return }
            bytes += chunk[..<count]
        }
    }

    private static func bodyLength(_ header: String) -> Int {
        let fields = header.lowercased().split(separator: "\r\n")
        let field = fields.first { $0.hasPrefix("content-length:") }
        return field.flatMap { Int($0.dropFirst("content-length:".count).filter(\.isNumber)) } ?? 0
    }

    private static func headerEnd(_ bytes: [UInt8]) -> Int? {
        let end = Array("\r\n\r\n".utf8)
        guard bytes.count >= 4 else { return nil }
        return (0...bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual(end) }.map { $0 + 4 }
    }

    /// Plays steps; returns whether the connection stays open. A complete answer keeps it open, anything else ends it.
    private func play(_ steps: [ServerStep], _ client: Int32) -> Bool {
        for step in steps {
            switch step {
            case .send(let bytes): if !send(bytes, client) { return false }
            case .sendForever(let bytes):
                while send(bytes, client) {}
                return false
            case .hold:
                var byte: UInt8 = 0
                while read(client, &byte, 1) > 0 {}
            case .call(let body): body()
            case .close: return false
            case .reset:
                var option = linger(l_onoff: 1, l_linger: 0)
                setsockopt(client, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
                return false
            }
        }
        guard steps.count == 1, case .send(let bytes) = steps[0] else { return false }
        return String(decoding: bytes.prefix(4096), as: UTF8.self).contains("Content-Length: ")
    }

    private func send(_ bytes: [UInt8], _ client: Int32) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Platform.write(client, $0.baseAddress, $0.count) }
            if count <= 0 { return false }
            sent += count
        }
        return true
    }
}

/// Calls `body` with a server, which ends after the call.
func withServer(_ script: @escaping ScriptedServer.Script, _ body: (ScriptedServer) throws -> Void) throws {
    let server = try ScriptedServer(script)
    defer { server.stop() }
    try body(server)
}

/// The binary, which is built next to the tests.
let scrapeProgram = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "scrape").path

/// A new folder, which is removed afterwards.
func withTemporaryFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "scrape-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
}

/// A run of the binary.
struct Run {
    let status: Int32
    let output: String
    let errors: String

    init(_ arguments: [String], in folder: String, environment: [String: String] = [:]) throws {
        let process = Process()
        process.executableURL = URL(filePath: scrapeProgram)
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.environment = ProgramEnvironment.with(
            ["SCRAPE_CONTACT": "mailto:test@example.org"].merging(environment) { $1 }
        )
        let files = ["output", "errors"].map {
            URL(filePath: folder).appending(path: ".\($0)-\(UUID().uuidString)")
        }
        for file in files { try Data().write(to: file) }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(forWritingTo: files[0])
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        status = process.terminationStatus
        output = String(decoding: try Data(contentsOf: files[0]), as: UTF8.self)
        errors = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
        for file in files { try FileManager.default.removeItem(at: file) }
    }
}

/// A number that is increased by a server's threads.
final class Counter: Sendable {
    private let count = Mutex(0)

    /// Increases the number, and returns its previous value.
    func next() -> Int {
        count.withLock { number in
            defer { number += 1 }
            return number
        }
    }

    func reset() { count.withLock { $0 = 0 } }
}
