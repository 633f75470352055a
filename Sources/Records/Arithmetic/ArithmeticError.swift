/// Why a calculation has no result.
public enum ArithmeticError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The divisor is zero.
    case divisionByZero
    /// The result, or an operand written out, has more digits than are kept.
    case tooLong(limit: Int)

    /// The reason in a few words.
    public var description: String {
        switch self {
        case .divisionByZero: "a number cannot be divided by zero"
        case .tooLong(let limit): "the number has more than \(limit) digits"
        }
    }
}
