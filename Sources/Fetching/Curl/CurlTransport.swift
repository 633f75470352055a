import Basics
import Platform

/// The transport that uses libcurl: reads requests, one per line, and writes their answers as records.
///
/// It ends when its input does, so that it does not outlive the process that started it.
package final class CurlTransport {
    private let curl: CurlLibrary
    private let multi: CurlLibrary.Handle
    private let input: Int32
    private let output: Int32
    private var buffered: [UInt8] = []
    private var transfers: [CurlLibrary.Handle: CurlTransfer] = [:]
    /// Handles of earlier transfers, which are used again.
    private var idle: [CurlLibrary.Handle] = []
    private static let keptConnections = 64

    private init(_ input: Int32, _ output: Int32) throws(FetchFailure) {
        curl = try CurlLibrary()
        guard let multi = curl.multiInit() else { throw FetchFailure(.transport, "libcurl is out of memory") }
        self.multi = multi
        self.input = input
        self.output = output
        curl.setConnections(multi, CurlTransport.keptConnections)
    }

    /// Serves requests until the input ends; returns whether everything could be written.
    package static func serve(from input: Int32 = STDIN_FILENO, to output: Int32 = STDOUT_FILENO) -> Bool {
        do throws(FetchFailure) {
            return try CurlTransport(input, output).serve()
        } catch {
            return refuseAll(input, output, error)
        }
    }

    /// Answers every request with a failure, since there is no libcurl.
    private static func refuseAll(_ input: Int32, _ output: Int32, _ failure: FetchFailure) -> Bool {
        var lines = LineBuffer()
        while lines.read(from: input) {
            while let line = lines.next() {
                guard let request = TransportRequest(line: line) else { return false }
                var answer = TransportAnswer(id: request.id, date: "")
                answer.failure = failure
                if File.write(answer.records(url: request.url), to: output) != 0 { return false }
            }
        }
        return true
    }

    private func serve() -> Bool {
        var lines = LineBuffer()
        while true {
            var running: Int32 = 0
            _ = curl.multiPerform(multi, &running)
            guard writeAnswers() else { return false }
            // CURL_WAIT_POLLIN.
            var descriptor = CurlLibrary.WaitDescriptor(descriptor: input, events: 1, revents: 0)
            var ready: Int32 = 0
            _ = curl.multiPoll(multi, &descriptor, 1, 1000, &ready)
            // libcurl does not report that the other end of the input is closed.
            guard descriptor.revents != 0 || ready > 0 && isReadable() else { continue }
            guard lines.read(from: input) else { return true }
            while let line = lines.next() {
                guard let request = TransportRequest(line: line) else {
                    _ = File.write("the transport cannot read a request\n".utf8, to: STDERR_FILENO)
                    return false
                }
                start(request)
            }
        }
    }

    private func isReadable() -> Bool {
        var request = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, 0) > 0
    }

    private func start(_ request: TransportRequest) {
        guard let easy = idle.popLast() ?? curl.easyInit() else { return }
        let transfer = CurlTransfer(request, curl, easy)
        transfers[easy] = transfer
        _ = curl.multiAdd(multi, easy)
    }

    /// Writes the finished answers; returns whether that succeeded.
    private func writeAnswers() -> Bool {
        var left: Int32 = 0
        while let message = curl.multiRead(multi, &left) {
            let read = message.load(as: CurlLibrary.Message.self)
            // CURLMSG_DONE.
            guard read.kind == 1, let easy = read.easy, let transfer = transfers.removeValue(forKey: easy)
            else {
                continue
            }
            let answer = transfer.answer(code: Int32(truncatingIfNeeded: read.data))
            _ = curl.multiRemove(multi, easy)
            curl.easyReset(easy)
            idle.append(easy)
            if File.write(answer.records(url: transfer.request.url), to: output) != 0 { return false }
        }
        return true
    }
}

/// Lines of a descriptor, as they arrive.
private struct LineBuffer {
    private var bytes: [UInt8] = []

    /// Reads the available bytes; false at the end.
    mutating func read(from descriptor: Int32) -> Bool {
        var failed = false
        let chunk = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            var result = Platform.read(descriptor, buffer.baseAddress, buffer.count)
            while result < 0, errno == EINTR {
                result = Platform.read(descriptor, buffer.baseAddress, buffer.count)
            }
            failed = result <= 0
            count = max(0, result)
        }
        bytes += chunk
        return !failed
    }

    mutating func next() -> [UInt8]? {
        guard let end = bytes.firstIndex(of: 0x0A) else { return nil }
        let line = Array(bytes[..<end])
        bytes.removeFirst(end + 1)
        return line
    }
}
