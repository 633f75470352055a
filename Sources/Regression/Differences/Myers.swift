/// The shortest edit script between two lists (Myers, 1986: "An O(ND) difference algorithm and its variations").
enum Myers {
    /// How many insertions and deletions are looked for: the memory that is needed grows with their square.
    private static let limit = 1000

    /// The indices of equal elements, both rising; `nil` where more insertions and deletions would be needed than
    /// are looked for.
    ///
    /// Complexity: O((n + m) · d) for d insertions and deletions.
    static func pairs(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> [(Int, Int)]? {
        // Without a common element all is inserted and deleted.
        if Set(old).isDisjoint(with: new) { return [] }
        let (n, m) = (old.count, new.count)
        let most = min(n + m, limit)
        // How far each diagonal k reaches, at k + most + 1.
        var reach = [Int](repeating: 0, count: 2 * most + 3)
        // The diagonals -d...d as they were before the step d.
        var trace: [ArraySlice<Int>] = []
        for d in 0...most {
            trace.append(reach[(most + 1 - d - 1)...(most + 1 + d + 1)])
            for k in stride(from: -d, through: d, by: 2) {
                let at = k + most + 1
                let isDown = k == -d || (k != d && reach[at - 1] < reach[at + 1])
                var x = isDown ? reach[at + 1] : reach[at - 1] + 1
                while x < n, x - k < m, old[old.startIndex + x] == new[new.startIndex + x - k] { x += 1 }
                reach[at] = x
                if x >= n, x - k >= m { return walked(back: trace, most, (n, m), old, new) }
            }
        }
        return nil
    }

    /// The way back from the end, along which equal elements stand on the diagonals.
    private static func walked(
        back trace: [ArraySlice<Int>],
        _ most: Int,
        _ end: (Int, Int),
        _ old: ArraySlice<Int>,
        _ new: ArraySlice<Int>
    ) -> [(Int, Int)] {
        var pairs: [(Int, Int)] = []
        var (x, y) = end
        for d in trace.indices.reversed() {
            let reach = trace[d]
            let k = x - y
            let at = k + most + 1
            let isDown = k == -d || (k != d && reach[at - 1] < reach[at + 1])
            let before = d == 0 ? 0 : isDown ? reach[at + 1] : reach[at - 1]
            let start = d == 0 ? (0, 0) : isDown ? (before, before - k) : (before + 1, before + 1 - k)
            while x > start.0, y > start.1 {
                (x, y) = (x - 1, y - 1)
                pairs.append((old.startIndex + x, new.startIndex + y))
            }
            if d > 0 { (x, y) = isDown ? (before, before - k - 1) : (before, before - k + 1) }
        }
        return pairs.reversed()
    }
}
