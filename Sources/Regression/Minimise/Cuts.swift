/// What is cut out of a text: ranges in ascending order that do not overlap, each with whether its line ends stay.
struct Cuts {
    private struct Cut {
        var range: Range<Int>
        var keepsLines: Bool
    }

    private var cuts: [Cut] = []

    /// How many bytes are cut, those of line ends that stay among them.
    private(set) var count = 0

    /// Cuts ranges as well, in ascending order; what is cut already stays as it is.
    ///
    /// - Parameter end: before it, the line ends of what is cut stay.
    mutating func add(_ ranges: [Range<Int>], keepingLinesBefore end: Int) {
        var merged: [Cut] = []
        merged.reserveCapacity(cuts.count + ranges.count)
        var known = 0
        // A known cut may reach over several ranges.
        var covered = 0
        for range in ranges {
            while known < cuts.count, cuts[known].range.upperBound <= range.lowerBound {
                merged.append(cuts[known])
                known += 1
            }
            var start = max(range.lowerBound, covered)
            while known < cuts.count, cuts[known].range.lowerBound < range.upperBound {
                append(start..<max(start, cuts[known].range.lowerBound), end, to: &merged)
                merged.append(cuts[known])
                start = max(start, cuts[known].range.upperBound)
                known += 1
            }
            append(start..<max(start, range.upperBound), end, to: &merged)
            covered = max(start, range.upperBound)
        }
        merged += cuts[known...]
        cuts = merged
    }

    private mutating func append(_ range: Range<Int>, _ end: Int, to cuts: inout [Cut]) {
        if range.isEmpty { return }
        count += range.count
        let isKept = range.lowerBound < end
        if let last = cuts.last, last.range.upperBound == range.lowerBound, last.keepsLines == isKept {
            cuts[cuts.count - 1].range = last.range.lowerBound..<range.upperBound
        } else {
            cuts.append(Cut(range: range, keepsLines: isKept))
        }
    }

    /// What is left of the text.
    func applied(to bytes: [UInt8]) -> [UInt8] {
        var rest: [UInt8] = []
        rest.reserveCapacity(bytes.count)
        var start = 0
        for cut in cuts {
            rest += bytes[start..<cut.range.lowerBound]
            if cut.keepsLines { rest += bytes[cut.range].filter { $0 == 0x0A || $0 == 0x0D } }
            start = cut.range.upperBound
        }
        return rest + bytes[start...]
    }
}
