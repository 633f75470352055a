import Dispatch
import Foundation

/// The job that `job.py` measures, for libraries in Swift: it converts each page to a line of JSON.
///
/// `peer JOBS FIELDS LIST`: FIELDS is a table of `name TAB selector TAB attribute TAB many`, LIST contains the name of
/// a page on each line. The library itself is the type `Peer`, in a separate file.
@main
enum Job {
    static func main() {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let jobs = Int(arguments[1]), jobs > 0,
            let table = text(of: arguments[2]), let list = text(of: arguments[3])
        else {
            FileHandle.standardError.write(Data("usage: peer JOBS FIELDS LIST\n".utf8))
            exit(2)
        }
        let fields = table.split(separator: "\n").compactMap(Field.init(row:))
        let pages = list.split(separator: "\n").map(String.init)
        if jobs == 1 {
            for page in pages { print(line(of: page, fields)) }
            return
        }
        // Each place is written by the worker that reads its page, and read after all workers have ended.
        let lines = UnsafeMutableBufferPointer<String>.allocate(capacity: pages.count)
        lines.initialize(repeating: "")
        DispatchQueue.concurrentPerform(iterations: jobs) { worker in
            for index in stride(from: worker, to: pages.count, by: jobs) {
                lines[index] = line(of: pages[index], fields)
            }
        }
        for line in lines { print(line) }
    }

    static func text(of path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A page's line: its fields in order, without those that have no value.
    static func line(of path: String, _ fields: [Field]) -> String {
        var line = "{\"@type\":\"Page\""
        guard let html = text(of: path), let peer = Peer(html) else { return line + "}" }
        for field in fields {
            let values = peer.values(of: field).map(clean).filter { !$0.isEmpty }
            if field.isMany {
                line += ",\"\(field.name)\":[" + values.map(quoted).joined(separator: ",") + "]"
            } else if let value = values.first {
                line += ",\"\(field.name)\":" + quoted(value)
            }
        }
        return line + "}"
    }

    /// The text with its white space collapsed, including non-breaking spaces, as in a field of the type `string`.
    static func clean(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            let isHard = byte == 0xA0 && bytes.last == 0xC2
            if isHard { bytes.removeLast() }
            if !isHard, byte != 0x20, !(0x09...0x0D).contains(byte) {
                bytes.append(byte)
            } else if let last = bytes.last, last != 0x20 {
                bytes.append(0x20)
            }
        }
        if bytes.last == 0x20 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = [0x22]
        bytes.reserveCapacity(text.utf8.count + 2)
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C: bytes += [0x5C, byte]
            case 0..<0x20: bytes += Array(String(format: "\\u%04x", Int(byte)).utf8)
            default: bytes.append(byte)
            }
        }
        bytes.append(0x22)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The values to extract from each page.
struct Field: Sendable {
    let name: String
    let selector: String
    /// The attribute to extract; `nil` for the text.
    let attribute: String?
    let isMany: Bool

    init?(row: Substring) {
        let cells = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard cells.count == 4 else { return nil }
        name = cells[0]
        selector = cells[1]
        attribute = cells[2].isEmpty ? nil : cells[2]
        isMany = cells[3] == "1"
    }
}
