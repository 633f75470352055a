/// Numbers that look random and are the same for the same seed on every machine: SplitMix64.
struct StressGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The numbers below `count` in an order of which every beginning is spread evenly: steps of about the golden
    /// ratio, from a place that is drawn.
    mutating func spread(_ count: Int) -> [Int] {
        guard count > 1 else { return Array(0..<count) }
        var stride = max(1, Int(Double(count) * 0.618_033_988_75))
        while StressGenerator.greatestDivisor(stride, count) > 1 { stride += 1 }
        let start = Int.random(in: 0..<count, using: &self)
        return (0..<count).map { (start + $0 * stride) % count }
    }

    private static func greatestDivisor(_ first: Int, _ second: Int) -> Int {
        var (larger, smaller) = (first, second)
        while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
        return larger
    }
}
