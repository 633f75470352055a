// Answers rows of ["pattern", "text"] (JSON, one per line, from standard input) with what NSRegularExpression finds:
// ["pattern", "text", [[start, end, start of group 1, end of group 1, …], …]], in bytes, with -1 for a group that did
// not take part; null in place of the matches if the pattern is invalid. Rows that take too long are left out.
//
//     swiftc -O oracle.swift -o /tmp/oracle && python3 pairs.py | /tmp/oracle |
//         python3 second.py > answers.jsonl
import Foundation

/// The offset in bytes of each offset in UTF-16 units; within a character of two units, that of its start.
func offsets(of text: String) -> [Int] {
    var result: [Int] = []
    var bytes = 0
    for scalar in text.unicodeScalars {
        for _ in 0..<UTF16.width(scalar) { result.append(bytes) }
        bytes += UTF8.width(scalar)
    }
    return result + [bytes]
}

/// The matches of an expression; `nil` if they take too long.
func matches(_ expression: NSRegularExpression, _ text: String) -> [[Int]]? {
    let offsets = offsets(of: text)
    var found: [[Int]] = []
    var reports = 0
    var isLong = false
    expression.enumerateMatches(
        in: text,
        options: [.reportProgress, .reportCompletion],
        range: NSRange(location: 0, length: offsets.count - 1)
    ) { result, flags, stop in
        reports += 1
        if flags.contains(.internalError) || reports > 3000 {
            isLong = true
            stop.pointee = true
        }
        guard let result else { return }
        found.append(
            (0..<result.numberOfRanges).flatMap { index -> [Int] in
                let range = result.range(at: index)
                if range.location == NSNotFound { return [-1, -1] }
                return [offsets[range.location], offsets[range.location + range.length]]
            }
        )
    }
    return isLong ? nil : found
}

func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\u{20}"..."\u{7E}", "\u{A1}"..."\u{2FF}", "\u{370}"..."\u{5FF}":
            result.unicodeScalars.append(scalar)
        default:
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
    }
    return result + "\""
}

while let line = readLine() {
    guard let row = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String], row.count == 2
    else {
        FileHandle.standardError.write(Data("not a row: \(line)\n".utf8))
        exit(1)
    }
    let head = "[\(quoted(row[0])),\(quoted(row[1])),"
    guard let expression = try? NSRegularExpression(pattern: row[0]) else {
        print(head + "null]")
        continue
    }
    guard let found = matches(expression, row[1]) else { continue }
    print(
        head + "["
            + found.map { "[" + $0.map(String.init).joined(separator: ",") + "]" }.joined(separator: ",")
            + "]]"
    )
}
