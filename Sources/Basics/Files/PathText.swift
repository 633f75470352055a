import Glibc

/// Paths as texts: a path is bytes, and need not be UTF-8. Bytes that are not stand in texts as `\xE9`, which messages
/// show and which leads to the file again.
package enum PathText {
    /// The text of a name that the system gives. A name that holds what looks like such a byte has its backslash written
    /// so too.
    package static func text(ofName name: some Collection<UInt8>) -> String {
        guard let text = String(validating: name, as: UTF8.self) else { return escaped(Array(name)) }
        return text.utf8.contains(backslash) && bytes(text) != nil ? escaped(Array(name)) : text
    }

    /// The text of what a user has written, in which only bytes that are no UTF-8 are escaped.
    package static func text(ofWritten written: some Collection<UInt8>) -> String {
        String(validating: written, as: UTF8.self) ?? escaped(Array(written))
    }

    /// The arguments of the process, of which some may be paths.
    package static func arguments() -> [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            CommandLine.unsafeArgv[index].map { argument in
                text(ofWritten: UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
            }
        }
    }

    /// Does something with a path as the system takes it: with the bytes for which others stand, if there is something
    /// at this path, or nothing but the folder that it would be in; else as it is written.
    package static func withSystemPath<Result>(
        _ text: String,
        _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        guard text.utf8.contains(backslash), let bytes = bytes(text) else { return body(text) }
        let path = bytes.map(CChar.init(bitPattern:)) + [0]
        var status = stat()
        if lstat(path, &status) == 0
            || lstat(text, &status) != 0 && isInFolder(path) && !isInFolder(Array(text.utf8CString))
        {
            return body(path)
        }
        return body(text)
    }

    /// Whether the folder is there that a path names before its last slash.
    private static func isInFolder(_ path: [CChar]) -> Bool {
        guard let slash = path.lastIndex(of: CChar(bitPattern: UInt8(ascii: "/"))) else { return false }
        var status = stat()
        return stat(path[...slash] + [0], &status) == 0
    }

    private static let backslash = UInt8(ascii: "\\")

    /// The bytes of a text with those that are written as `\xE9`; `nil` where none is.
    private static func bytes(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        var isEscaped = false
        while let byte = rest.popFirst() {
            if byte == backslash, let value = escapedByte(rest.prefix(3)) {
                bytes.append(value)
                rest = rest.dropFirst(3)
                isEscaped = true
            } else {
                bytes.append(byte)
            }
        }
        return isEscaped ? bytes : nil
    }

    /// The byte for which a backslash and this stand. None of ASCII but the backslash is written so, and above all no
    /// slash.
    private static func escapedByte(_ text: ArraySlice<UInt8>) -> UInt8? {
        guard text.count == 3, text.first == UInt8(ascii: "x"),
            let value = UInt8(String(decoding: text.dropFirst(), as: UTF8.self), radix: 16)
        else { return nil }
        return value >= 0x80 || value == backslash ? value : nil
    }

    /// The text of bytes with those that are no UTF-8, and backslashes, written as `\xE9`.
    private static func escaped(_ bytes: [UInt8]) -> String {
        var text = ""
        var parser = UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var index = 0
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let scalar) where scalar.elementsEqual(CollectionOfOne(backslash)):
                text += escape(backslash)
                index += 1
            case .valid(let scalar):
                text.unicodeScalars.append(UTF8.decode(scalar))
                index += scalar.count
            case .error(let length):
                for byte in bytes[index..<min(index + length, bytes.count)] { text += escape(byte) }
                index += length
            case .emptyInput: return text
            }
        }
    }

    private static func escape(_ byte: UInt8) -> String { "\\x" + String(byte, radix: 16, uppercase: true) }
}
