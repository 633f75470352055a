import Platform

extension [Double] {
    /// The mean and the standard deviation; zero for no numbers.
    var meanAndDeviation: (mean: Double, deviation: Double) {
        guard !isEmpty else { return (0, 0) }
        let mean = reduce(0, +) / Double(count)
        let squares = reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (mean, (squares / Double(Swift.max(1, count - 1))).squareRoot())
    }
}

func logarithm(_ number: Double) -> Double { log(number) }

func exponential(_ number: Double) -> Double { exp(number) }
