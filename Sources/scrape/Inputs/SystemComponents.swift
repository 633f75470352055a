import Basics
import DOM
import Platform
import Records

/// A system library that the program uses, and its purpose.
struct SystemComponent {
    /// How the version of a library is determined.
    enum VersionSource {
        /// A function that returns a text.
        case text(function: String)
        /// A function that returns one of several texts, selected by a number.
        case numberedText(function: String, Int32)
        /// A function that returns a number with major, minor and patch in 8, 12 and 12 bits.
        case number(function: String)
        /// A function that shows that the library is there; the version is that of its interface, in the file's name.
        case interface(function: String)
        /// A variable that points to a text.
        case variable(String)
    }

    let name: String
    /// Its purpose.
    let use: String
    /// The file names that are tried.
    let files: [String]
    /// Debian's package.
    let package: String
    let source: VersionSource

    /// The libraries, which are loaded when they are needed.
    static let libraries = [
        SystemComponent(
            name: "libxml2",
            use: "rules with \"parser\": \"libxml2\"",
            files: [LibXML2.file],
            package: LibXML2.file.hasSuffix(".16") ? "libxml2-16" : "libxml2",
            source: .variable("xmlParserVersion")
        ),
        SystemComponent(
            name: "libcurl",
            use: "fetching pages: fetch, crawl, refresh, addresses as operands",
            files: ["libcurl.so.4", "libcurl-gnutls.so.4"],
            package: "libcurl4",
            source: .text(function: "curl_version")
        ),
        SystemComponent(
            name: "SQLite",
            use: "--format sqlite, outputs that are compared, long crawls",
            files: ["libsqlite3.so.0", "libsqlite3.so"],
            package: "libsqlite3-0",
            source: .text(function: "sqlite3_libversion")
        ),
        SystemComponent(
            name: "zlib",
            use: "files and archives compressed with gzip",
            files: ["libz.so.1"],
            package: "zlib1g",
            source: .text(function: "zlibVersion")
        ),
        SystemComponent(
            name: "libdeflate",
            use: "reading and writing gzip archives faster",
            files: ["libdeflate.so.0"],
            package: "libdeflate0",
            source: .interface(function: "libdeflate_gzip_compress")
        ),
        SystemComponent(
            name: "OpenSSL",
            use: "computing digests for archives faster",
            files: ["libcrypto.so.3"],
            package: "libssl3",
            source: .numberedText(function: "OpenSSL_version", 6)
        ),
        SystemComponent(
            name: "Brotli",
            use: "pages compressed with Brotli",
            files: ["libbrotlidec.so.1"],
            package: "libbrotli1",
            source: .number(function: "BrotliDecoderVersion")
        ),
        SystemComponent(
            name: "Zstandard",
            use: "pages and archives compressed with Zstandard",
            files: ["libzstd.so.1"],
            package: "libzstd1",
            source: .text(function: "ZSTD_versionString")
        ),
    ]

    /// A library that was found.
    struct Found {
        let version: String
        /// The file that was loaded; `nil` if it is part of the program.
        let path: String?
    }

    /// Loads the library, and reads its version; `nil` if the system has none.
    func found() -> Found? {
        for file in files {
            let library = SystemLibrary(file: file)
            guard let (version, symbol) = version(in: library) else { continue }
            return Found(version: version, path: LoadedLibrary.file(of: symbol))
        }
        return nil
    }

    private func version(in library: SystemLibrary) -> (String, UnsafeMutableRawPointer)? {
        typealias Text = @convention(c) () -> UnsafePointer<CChar>?
        switch source {
        case .text(let name):
            guard let symbol = library.symbol(name),
                let text = library.function(name, as: Text.self)?()
            else { return nil }
            return (SystemComponent.withoutName(String(cString: text)), symbol)
        case .numberedText(let name, let number):
            typealias NumberedText = @convention(c) (Int32) -> UnsafePointer<CChar>?
            guard let symbol = library.symbol(name),
                let text = library.function(name, as: NumberedText.self)?(number)
            else { return nil }
            return (String(cString: text), symbol)
        case .number(let name):
            guard let symbol = library.symbol(name),
                let number = library.function(name, as: (@convention(c) () -> UInt32).self)?()
            else { return nil }
            return ("\(number >> 24).\(number >> 12 & 0xFFF).\(number & 0xFFF)", symbol)
        case .interface(let name):
            let number = library.file.split(separator: ".").last.map(String.init) ?? ""
            return library.symbol(name).map { ("interface \(number)", $0) }
        case .variable(let name):
            guard let symbol = library.symbol(name),
                let text = symbol.load(as: UnsafePointer<CChar>?.self)
            else { return nil }
            return (SystemComponent.dotted(String(cString: text)), symbol)
        }
    }

    /// libcurl's description of itself, without its own name before its version.
    private static func withoutName(_ text: String) -> String {
        text.hasPrefix("libcurl/") ? String(text.dropFirst("libcurl/".count)) : text
    }

    /// libxml2's version in the usual notation: `20914` is 2.9.14.
    static func dotted(_ text: String) -> String {
        guard let number = Int(text.prefix { $0.isNumber }) else { return text }
        return "\(number / 10000).\(number / 100 % 100).\(number % 100)"
    }
}

/// A program of the system that is started when it is needed.
struct SystemProgram {
    /// The names that are tried.
    let names: [String]
    let use: String
    /// Debian's package.
    let package: String

    static let all = [
        SystemProgram(names: ["python3"], use: "plugins in Python, the Spark job", package: "python3"),
        SystemProgram(names: ["node"], use: "plugins in JavaScript", package: "nodejs"),
        SystemProgram(names: ["java"], use: "the Spark job", package: "default-jre-headless"),
    ]

    /// The path of the first program on the search path.
    func path(searching folders: [String]) -> String? {
        for name in names {
            for folder in folders {
                let path = "\(folder)/\(name)"
                if access(path, X_OK) == 0, File.kind(of: path) == .file { return path }
            }
        }
        return nil
    }

    /// The folders of `PATH`.
    static var searchPath: [String] {
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        return path.split(separator: ":").map(String.init)
    }
}
