extension Value {
    /// The value in the form in which values are compared: numbers by their value, not by their spelling, so that `1.0`
    /// equals `1`; also in lists and objects.
    package var compared: Value {
        switch self {
        case .number(let number): .number(number.compared)
        case .list(let elements): .list(elements.map(\.compared))
        case .object(let members): .object(members.map { Member($0.name, $0.value.compared) })
        case .null, .boolean, .string: self
        }
    }
}

extension Number {
    /// The number without exponent and redundant zeros; unchanged if it would have too many digits.
    package var compared: Number {
        let isPlain = digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if isPlain { return self }
        guard let plain = try? ExactDecimal(self).trimmed().number else { return self }
        return plain.digits == "-0" ? Number(0) : plain
    }
}
