import Foundation
import Glibc
import Synchronization

/// A port of this machine that closes every connection, and reports whether there was one.
final class Listener: Sendable {
    let port: Int
    private let descriptor: Int32
    private let calls = Mutex(0)

    init?() {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        var isOpen = false
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                isOpen =
                    bind(descriptor, pointer, length) == 0 && listen(descriptor, 64) == 0
                    && getsockname(descriptor, pointer, &length) == 0
            }
        }
        self.descriptor = descriptor
        port = Int(UInt16(bigEndian: address.sin_port))
        if !isOpen { return nil }
        Thread.detachNewThread { [weak self] in
            while true {
                let call = accept(descriptor, nil, nil)
                guard call >= 0, let self else { return }
                self.calls.withLock { $0 += 1 }
                close(call)
            }
        }
    }

    deinit {
        // Stops waiting for connections, which closing alone does not.
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    /// Whether there was a connection.
    var wasCalled: Bool { calls.withLock { $0 > 0 } }
}
