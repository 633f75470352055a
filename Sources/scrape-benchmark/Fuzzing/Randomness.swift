/// Numbers that look random and are the same at each run (SplitMix64).
struct Randomness {
    private var state: UInt64

    /// The numbers of one input of a run: two inputs have nothing to do with each other.
    init(seed: UInt64, index: Int) {
        state = Randomness.mix(seed &+ 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: index)
        state = next()
    }

    private static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Randomness.mix(state)
    }

    /// A number from 0 to below `bound`, which is 0 where there is none.
    mutating func below(_ bound: Int) -> Int {
        guard bound > 0 else { return 0 }
        return Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32)
    }

    mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

    /// One of the elements, of which there must be some.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
