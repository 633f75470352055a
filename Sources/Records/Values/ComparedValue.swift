extension Value {
    /// The value by which two values are the same one: numbers by what they are, not by how they are written, so that `1.0`
    /// is `1`; in lists and objects too.
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
    /// The number as it is written without exponent and without zeros that change nothing; unchanged where that has too many
    /// digits.
    package var compared: Number {
        let isPlain = digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if isPlain { return self }
        guard let plain = try? ExactDecimal(self).trimmed().number else { return self }
        return plain.digits == "-0" ? Number(0) : plain
    }
}
