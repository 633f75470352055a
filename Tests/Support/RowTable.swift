import Foundation

/// Tables of rows `input → result`, which are stored as text in `Tests/Tables/ROOM`.
///
/// A line `@NAME VALUE` sets a value for the rows after it; `@NAME` alone removes it; lines that begin with `#` are
/// comments. In a row, `\n`, `\t`, `\r`, `\\` and `\u{A0}` have the same meaning as in Swift, and `\-` is nothing,
/// which makes the end of a text visible. New rows have no result: write the inputs, and let the test write the
/// results, also after an intended change. Then review every one of them:
///
///     TABLES=write swift test --filter RowTableTests
///
/// Each row is also tested with variants of its input (``RowVariants``), whose results are stored as digests in
/// `NAME.variants`.
package struct RowTable {
    /// The values set by lines that begin with `@`.
    package typealias Settings = [String: String]

    private static let folder = URL(filePath: "\(#filePath)").deletingLastPathComponent().appending(
        path: "../Tables"
    )
    private static let isWriting = ProcessInfo.processInfo.environment["TABLES"] == "write"
    private static let arrow = " → "

    /// The tables of a room, in order.
    package static func names(_ room: String) -> [String] {
        let all = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: room).path)
        return (all ?? []).filter { $0.hasSuffix(".txt") }.sorted()
    }

    /// The rows of a table whose results differ, each with its line, and the variants of rows whose results differ.
    ///
    /// - Parameter result: makes the result of an input.
    package static func differences(
        _ room: String,
        _ name: String,
        _ result: (Settings, String) throws -> String
    ) throws -> [String] {
        let file = folder.appending(path: "\(room)/\(name)")
        var lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
        var settings: Settings = [:]
        var differences: [String] = []
        var variants = RowVariants(file.deletingPathExtension().appendingPathExtension("variants"))
        for (index, line) in lines.enumerated() where !line.isEmpty && !line.hasPrefix("#") {
            if line.hasPrefix("@") {
                let parts = line.dropFirst().split(separator: " ", maxSplits: 1)
                settings[String(parts[0])] = parts.count > 1 ? String(parts[1]) : nil
                continue
            }
            let ends = line.range(of: arrow, options: .backwards)
            let input = ends.map { line[..<$0.lowerBound] } ?? line[...]
            let text = plain(input)
            let found = shown(try result(settings, text))
            let wanted = ends.map { line[$0.upperBound...] } ?? ""
            if found != wanted { differences.append("\(name):\(index + 1): \(input)\(arrow)\(found)") }
            lines[index] = input + arrow + found
            differences += variants.differences(settings, text) { variant in
                do { return shown(try result(settings, variant)) } catch { return "error: \(error)" }
            }
            .map { "\(name):\(index + 1): variant \($0)" }
        }
        guard isWriting else { return differences }
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        try variants.write()
        return []
    }

    /// The text that a row denotes, or a setting in which the test expects escapes.
    package static func plain(_ text: some StringProtocol) -> String {
        var result = String.UnicodeScalarView()
        var rest = Substring(text).unicodeScalars[...]
        while let scalar = rest.popFirst() {
            guard scalar == "\\", let letter = rest.popFirst() else {
                result.append(scalar)
                continue
            }
            switch letter {
            case "n": result.append("\n")
            case "r": result.append("\r")
            case "t": result.append("\t")
            case "-": break
            case "\\": result.append("\\")
            case "u":
                let digits = rest.dropFirst().prefix { $0 != "}" }
                if let value = UInt32(String(digits), radix: 16).flatMap(Unicode.Scalar.init) {
                    result.append(value)
                }
                rest = rest.dropFirst(digits.count + 2)
            default: result.append(contentsOf: ["\\", letter])
            }
        }
        return String(result)
    }

    /// A result on one line, with invisible characters as escapes.
    private static func shown(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\\": result += "\\\\"
            case " ": result += " "
            default:
                let isSeen =
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned,
                        .privateUse, .nonspacingMark, .enclosingMark:
                        false
                    default: true
                    }
                result += isSeen ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        if result.hasPrefix(" ") { result = "\\-" + result }
        if result.hasSuffix(" ") { result += "\\-" }
        return result
    }
}
