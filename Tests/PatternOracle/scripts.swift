// Prints Sources/Patterns/ScriptTable.swift from the toolchain's ICU.
//
//     swiftc -O scripts.swift -o /tmp/scripts -l_FoundationICU && /tmp/scripts > ../../Sources/Patterns/ScriptTable.swift

@_silgen_name("swift_u_getIntPropertyValue") func intValue(_ scalar: Int32, _ property: Int32) -> Int32
@_silgen_name("swift_u_getPropertyValueName")
func valueName(_ property: Int32, _ value: Int32, _ choice: Int32) -> UnsafePointer<CChar>?

let property: Int32 = 0x100A

func name(_ script: Int32, _ choice: Int32) -> String {
    valueName(property, script, choice).map { String(cString: $0) } ?? ""
}

/// A number in digits of five bits, the least significant first; all but the last have the sixth bit.
func digits(_ number: UInt32) -> String {
    var rest = number
    var result = ""
    repeat {
        let digit = rest & 31 | (rest > 31 ? 32 : 0)
        let character = Unicode.Scalar(UInt8(truncatingIfNeeded: digit + 0x30))
        result += character == "\\" ? "\\\\" : String(character)
        rest >>= 5
    } while rest > 0
    return result
}

/// A literal in lines of at most a hundred characters.
func literal(_ items: [String], _ separator: String) -> String {
    var lines: [String] = []
    var line = ""
    for item in items {
        if line.count + item.count > 100 {
            lines.append(line)
            line = ""
        }
        line += item + separator
    }
    return (lines + [line]).map { "        \($0)" }.joined(separator: "\\\n")
}

var used: [Int32] = []
var runs: [String] = []
var previous: Int32 = -1
var start: UInt32 = 0
for value in UInt32(0)...0x110000 {
    let script = value == 0x110000 ? -2 : intValue(Int32(value), property)
    if script == previous { continue }
    if previous != -1 {
        let index = used.firstIndex(of: previous) ?? used.count
        if index == used.count { used.append(previous) }
        runs.append(digits(value - start) + digits(UInt32(index)))
    }
    previous = script
    start = value
}
let names = used.map { "\(name($0, 0)) \(name($0, 1))".lowercased().filter { $0 != "_" } }
print(
    """
    /// The scripts of Unicode's characters. Written by Tests/PatternOracle/scripts.swift from ICU's data.
    enum ScriptTable {
        /// The short and the long name of each script, without `_`.
        static let names = \"\"\"
    \(literal(names, ";"))
            \"\"\"

        /// The lengths of runs of characters with the same script, each followed by the script's place among
        /// the names.
        static let runs: StaticString = \"\"\"
    \(literal(runs, ""))
            \"\"\"
    }
    """
)
