extension Number {
    /// The number without exponent and redundant zeros; unchanged if it would have too many digits.
    package var compared: Number {
        let isPlain = digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if isPlain { return self }
        guard let plain = try? ExactDecimal(self).trimmed().number else { return self }
        return plain.digits == "-0" ? Number(0) : plain
    }
}
