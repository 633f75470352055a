/// How a number is rounded that lies between two with fewer digits.
public enum RoundingRule: String, CaseIterable, Sendable {
    /// To the nearest; a half away from zero, as people do.
    case half
    /// To the nearest; a half to the even digit.
    case halfEven = "half-even"
    /// To the greater one.
    case up
    /// To the lesser one.
    case down
    /// To the one nearer to zero: digits are cut off.
    case towardZero = "toward-zero"
}
