import Addresses
import Basics
import Platform
import Politeness
package import Records
import Values

/// The cookies of a run, which can be kept in a file for the next one.
///
/// The file has the format of `cookies.txt`, as exported by browsers and written by curl: seven columns separated by
/// tabs.
package final class SessionCookies: CookieKeeper {
    private var jar = CookieJar()
    private let path: String?
    /// What the file has.
    private var saved = ""

    /// - Parameters:
    ///   - path: the file that cookies are read from.
    ///   - isKept: whether they are written back by ``save()``.
    package init(_ path: String? = nil, isKept: Bool = false, now: Int) throws(Diagnostic) {
        self.path = isKept ? path : nil
        guard let path, File.kind(of: path) != .nothing else { return }
        let bytes: [UInt8]
        do throws(File.Failure) { bytes = try File.read(path) } catch {
            throw Diagnostic(.input, "cannot read the cookies: \(error)", at: Location(file: path))
        }
        for (index, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            var text = String(decoding: line.filter { $0 != 0x0D }, as: UTF8.self)
            if text.hasPrefix("#HttpOnly_") { text = String(text.dropFirst("#HttpOnly_".count)) }
            if text.isEmpty || text.hasPrefix("#") { continue }
            let parts = text.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
            guard parts.count == 7, let expiry = Int(parts[4]) else {
                throw Diagnostic(
                    .input,
                    "expected a cookie in seven columns separated by tabs, found \(parts.count)",
                    at: Location(file: path, line: index + 1),
                    help: "export cookies in the form of cookies.txt"
                )
            }
            add(parts, expiry, now)
        }
    }

    private func add(_ parts: [String], _ expiry: Int, _ now: Int) {
        let domain = parts[0].hasPrefix(".") ? String(parts[0].dropFirst()) : parts[0]
        let isSecure = parts[3] == "TRUE"
        guard let address = try? WebAddress("\(isSecure ? "https" : "http")://\(domain)/") else { return }
        var header = "\(parts[5])=\(parts[6]); Path=\(parts[2])"
        if parts[1] == "TRUE" { header += "; Domain=\(domain)" }
        if isSecure { header += "; Secure" }
        if expiry > 0 { header += "; Max-Age=\(expiry - now)" }
        jar.receive(header, from: address, now: now)
    }

    package var isEmpty: Bool { jar.cookies.isEmpty }

    package func cookie(for request: FetchRequest, at time: String) -> String? {
        jar.header(for: request.address, now: SessionCookies.seconds(time))
    }

    package func store(_ fields: [String], from request: FetchRequest, at time: String) {
        for field in fields { jar.receive(field, from: request.address, now: SessionCookies.seconds(time)) }
    }

    package var secrets: [String] { jar.cookies.map(\.value) }

    private static func seconds(_ time: String) -> Int { PageClock(time)?.instant ?? 0 }

    /// Writes the cookies to their file, which only its owner may read, if they differ from those in it.
    package func save() throws(Diagnostic) {
        guard let path else { return }
        var text = "# Netscape HTTP Cookie File\n"
        for cookie in jar.cookies {
            let start = cookie.isHTTPOnly ? "#HttpOnly_" : ""
            let columns = [
                start + (cookie.isHostOnly ? "" : ".") + cookie.domain, cookie.isHostOnly ? "FALSE" : "TRUE",
                cookie.path,
                cookie.isSecure ? "TRUE" : "FALSE", String(cookie.expiry ?? 0), cookie.name, cookie.value,
            ]
            text += columns.joined(separator: "\t") + "\n"
        }
        if text == saved { return }
        // The old cookies are kept until the new ones have been written, since a run may be killed.
        let descriptor = PathText.withSystemPath(path) { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else {
            throw Diagnostic(
                .input,
                "cannot write the cookies: \(SystemError.last)",
                at: Location(file: path)
            )
        }
        defer { close(descriptor) }
        fchmod(descriptor, 0o600)
        if File.write(text.utf8, to: descriptor) != 0 || ftruncate(descriptor, off_t(text.utf8.count)) != 0 {
            throw Diagnostic(
                .input,
                "cannot write the cookies: \(SystemError.last)",
                at: Location(file: path)
            )
        }
        saved = text
    }
}
