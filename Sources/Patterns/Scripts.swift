/// The scripts of characters, which the standard library does not provide.
enum Scripts {
    /// The number of the script with a name, short or long, in lower case and without `_`.
    static func script(named name: String) -> UInt8? { numbers[name] }

    /// The number of a character's script.
    static func script(of value: UInt32) -> UInt8 {
        let runs = runs
        var (low, high) = (0, runs.count - 1)
        // The last run that begins at or before the character.
        while low < high {
            let middle = (low + high + 1) / 2
            if runs[middle].start <= value { low = middle } else { high = middle - 1 }
        }
        return runs[low].script
    }

    private static let numbers: [String: UInt8] = {
        var numbers: [String: UInt8] = [:]
        for (index, pair) in ScriptTable.names.split(separator: ";").enumerated() {
            for name in pair.split(separator: " ") {
                numbers[String(name)] = UInt8(truncatingIfNeeded: index)
            }
        }
        return numbers
    }()

    /// The first character of each run of a script, in order.
    private static let runs: [(start: UInt32, script: UInt8)] = {
        var runs: [(start: UInt32, script: UInt8)] = []
        var numbers = Numbers()
        var start: UInt32 = 0
        while let length = numbers.next(), let script = numbers.next() {
            runs.append((start, UInt8(truncatingIfNeeded: script)))
            start += length
        }
        return runs
    }()

    /// The numbers of the table, in digits of five bits, the least significant first; all but the last have
    /// the sixth bit.
    private struct Numbers {
        private var offset = 0

        mutating func next() -> UInt32? {
            ScriptTable.runs.withUTF8Buffer { digits in
                var (value, shift): (UInt32, UInt32) = (0, 0)
                while offset < digits.count {
                    let digit = UInt32(digits[offset] &- 0x30)
                    offset += 1
                    value |= (digit & 31) << shift
                    if digit & 32 == 0 { return value }
                    shift += 5
                }
                return nil
            }
        }
    }
}
