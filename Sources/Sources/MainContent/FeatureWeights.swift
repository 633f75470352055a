/// The weights of the features of blocks: the summand of each in the score, which is above 0 for content.
struct FeatureWeights: Sendable {
    static let shared = FeatureWeights()

    /// The weights by the number of the feature.
    private let weights: [Float]
    /// The summand that every score has.
    let base: Float

    private init() {
        var weights = [Float](repeating: 0, count: FeatureGroup.featureCount)
        var base: Float = 0
        let numbers = Dictionary(
            uniqueKeysWithValues: FeatureGroup.featureNames.enumerated().map { ($0.element, $0.offset) }
        )
        for line in FittedWeights.text.split(separator: "\n") {
            let parts = line.split(separator: " ")
            guard parts.count == 2, let weight = Float(parts[1]) else { continue }
            if parts[0] == "base" { base = weight }
            if let number = numbers[String(parts[0])] { weights[number] = weight }
        }
        self.weights = weights
        self.base = base
    }

    subscript(feature: Int32) -> Float { weights[Int(feature)] }
}
