#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import Encoding
import Extraction
public import Language
public import Records
public import Sources

extension Page {
    /// A page of received bytes.
    ///
    /// ```swift
    /// let outcome = rules.scrape(Page(data, url: "https://plants.example/list"))
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: `Data`, `[UInt8]`, or any other collection of bytes.
    ///   - url: the address of the page, against which relative addresses are resolved.
    ///   - name: the page's name in messages, by default its address.
    ///   - encoding: the encoding, if it is known more reliably than from the page.
    ///   - received: when the page was received or saved; relative dates ("yesterday") are resolved against it.
    public init(
        _ bytes: some Collection<UInt8>,
        url: String? = nil,
        name: String? = nil,
        encoding: Encoding? = nil,
        received: Date? = nil
    ) {
        self.init(
            name: name ?? url ?? "page",
            bytes: Array(bytes),
            url: url,
            encoding: encoding,
            clock: received.map { DateTime($0).description }
        )
    }

    /// A page of received bytes, with its address.
    @_disfavoredOverload
    public init(
        _ bytes: some Collection<UInt8>,
        url: URL?,
        name: String? = nil,
        encoding: Encoding? = nil,
        received: Date? = nil
    ) {
        self.init(bytes, url: url?.absoluteString, name: name, encoding: encoding, received: received)
    }

    /// A page that was saved in a file.
    ///
    /// - Parameters:
    ///   - file: the address of the file.
    ///   - url: the address that the page was fetched from.
    ///   - encoding: the encoding, if it is known more reliably than from the page.
    ///   - received: when the page was received or saved; relative dates are resolved against it.
    /// - Throws: a ``Diagnostic`` with the reason why the file cannot be read.
    public init(
        contentsOf file: URL,
        url: URL? = nil,
        encoding: Encoding? = nil,
        received: Date? = nil
    ) throws(Diagnostic) {
        let path = try file.localPath
        let bytes: [UInt8]
        do throws(File.Failure) { bytes = try File.read(path) } catch {
            throw Diagnostic(.input, "cannot read the page: \(error)", at: Location(file: path))
        }
        self.init(bytes, url: url, name: path, encoding: encoding, received: received)
    }
}

extension Rules {
    /// Loads a rules file.
    ///
    /// ```swift
    /// let rules = try Rules(contentsOf: URL(filePath: "Rules/plants.json"))
    /// ```
    ///
    /// - Parameters:
    ///   - file: the address of a file.
    ///   - registry: the definitions that the rules can call: by default the built-in ones.
    /// - Throws: all problems of the file, each with line, column and what to do; or why it cannot be read.
    /// - Complexity: linear in the file's length.
    public init(contentsOf file: URL, registry: Registry = Registry()) throws(Diagnostics) {
        let path: String
        do throws(Diagnostic) { path = try file.localPath } catch { throw Diagnostics([error]) }
        self = try Rules.load(path, registry: registry)
    }
}

extension URL {
    /// The path of a local file.
    fileprivate var localPath: String {
        get throws(Diagnostic) {
            guard isFileURL else {
                let message = "\(absoluteString) is not the address of a file"
                throw Diagnostic(.input, message, help: "fetch it, and pass what was received")
            }
            return path
        }
    }
}
