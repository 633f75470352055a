import DOM
import Selectors

/// Measures how the time of selectors grows with the page. The exponent is 1 if twice the page takes twice the time.
enum GrowthBenchmark {
    static let sizes = [12_500, 25_000, 50_000, 100_000]

    static func run() {
        print("growth: ns/element at \(sizes.map(String.init).joined(separator: ", ")) elements, exponent")
        var documents: [SyntheticPage: [Document]] = [:]
        for (selector, shape) in BenchmarkSelectors.growth {
            guard let list = try? SelectorList(selector) else { continue }
            let pages =
                documents[shape] ?? sizes.compactMap { try? Document.html(shape.html(elements: $0).utf8) }
            documents[shape] = pages
            let times = pages.map { page in
                Stopwatch.nanoseconds(budget: 5e6) {
                    _ = Matcher(page).select(list, from: page.node, includingScope: false)
                }
            }
            let columns = zip(times, sizes).map { Report.column(Report.fixed($0 / Double($1), 1), 9) }
            print(
                "  " + Report.label(selector, 42) + Report.label(shape.rawValue, 9) + columns.joined()
                    + Report.column(Report.fixed(exponent(times), 2), 8)
            )
        }
    }

    /// The slope between the first and the last size, both on logarithmic scales.
    static func exponent(_ times: [Double]) -> Double {
        guard let first = times.first, let last = times.last, first > 0, times.count > 1 else { return .nan }
        // Every size is twice the one before.
        return binaryLogarithm(last / first) / Double(times.count - 1)
    }

    private static func binaryLogarithm(_ value: Double) -> Double {
        guard value > 0, value.isFinite else { return .nan }
        var result = Double(value.exponent)
        var rest = value.significand
        var bit = 0.5
        while bit > 1e-6 {
            rest *= rest
            if rest >= 2 {
                rest /= 2
                result += bit
            }
            bit /= 2
        }
        return result
    }
}

/// Pages of any size with shapes that are slow in naive engines.
enum SyntheticPage: String {
    /// Each element in the previous one.
    case nested
    /// All elements below one.
    case siblings

    /// A page with about the given number of elements, every fourth of class `x`, the others of class `y`.
    func html(elements: Int) -> String {
        var text = "<!DOCTYPE html><html lang=en><title>t</title><body>"
        for index in 0..<elements {
            text += "<div class=\"\(index % 4 == 0 ? "x" : "y")\">"
            if index % 10 == 0 { text += "text" }
            if self == .siblings { text += "</div>" }
        }
        return text
    }
}
