/// A time in milliseconds since 1970, by the machine's clock or one that a test sets.
package struct Instant: Comparable, Hashable, Sendable {
    package let milliseconds: Int

    package init(milliseconds: Int) { self.milliseconds = milliseconds }

    package init(seconds: Double) { milliseconds = Int((seconds * 1000).rounded()) }

    /// Whole seconds since 1970.
    package var seconds: Int { milliseconds / 1000 }

    package static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    package static func + (left: Instant, right: Gap) -> Instant {
        Instant(milliseconds: left.milliseconds + right.milliseconds)
    }

    package static func - (left: Instant, right: Instant) -> Gap {
        Gap(milliseconds: left.milliseconds - right.milliseconds)
    }
}

/// A length of time in milliseconds.
package struct Gap: Comparable, Hashable, Sendable, CustomStringConvertible {
    package let milliseconds: Int

    package init(milliseconds: Int) { self.milliseconds = milliseconds }

    package static func seconds(_ seconds: Double) -> Gap {
        Gap(milliseconds: Int((min(max(seconds, 0), 1e9) * 1000).rounded()))
    }

    package static let zero = Gap(milliseconds: 0)

    package static func < (left: Gap, right: Gap) -> Bool { left.milliseconds < right.milliseconds }

    package static func * (gap: Gap, factor: Double) -> Gap {
        Gap(milliseconds: Int((Double(gap.milliseconds) * factor).rounded()))
    }

    package var description: String {
        let rest = milliseconds % 1000
        return rest == 0
            ? "\(milliseconds / 1000) s"
            : "\(milliseconds / 1000).\(String(1000 + rest).dropFirst()) s"
    }
}
