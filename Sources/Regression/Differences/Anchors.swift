/// Elements that stand once in either list: what a comparison can hold on to however long the lists are.
enum Anchors {
    /// The indices of equal elements that stand once in either list, both rising.
    ///
    /// Complexity: O((n + m) log(n + m)).
    static func pairs(_ old: ArraySlice<Int>, _ new: ArraySlice<Int>) -> [(Int, Int)] {
        let places = single(new)
        let common = single(old).compactMap { element, index in places[element].map { (index, $0) } }
        return rising(common.sorted { $0.0 < $1.0 })
    }

    private static func single(_ elements: ArraySlice<Int>) -> [Int: Int] {
        var places: [Int: Int] = [:]
        var several: Set<Int> = []
        for index in elements.indices where places.updateValue(index, forKey: elements[index]) != nil {
            several.insert(elements[index])
        }
        return places.filter { !several.contains($0.key) }
    }

    /// The most of the pairs whose second indices rise; the first ones do already.
    ///
    /// Complexity: O(n log n).
    static func rising(_ pairs: [(Int, Int)]) -> [(Int, Int)] {
        // The pairs that end the shortest, second shortest, … rising row, by their places in `pairs`.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: pairs.count)
        for index in pairs.indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].1 < pairs[index].1 { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var row: [(Int, Int)] = []
        var index = ends.last ?? -1
        while index >= 0 {
            row.append(pairs[index])
            index = before[index]
        }
        return row.reversed()
    }
}
