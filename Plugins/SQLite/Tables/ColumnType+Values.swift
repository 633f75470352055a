import Records

extension ColumnType {
    /// Appends what stands for a value in a column of this type.
    func append(_ value: Value?, to arguments: inout Arguments) {
        switch value {
        case nil, .null?: arguments.append(.null)
        case .string(let string)?:
            arguments.append(self == .json ? JSONWriter.compact(.string(string)) : string)
        case .boolean(let boolean)?:
            if declaration == "TEXT" {
                arguments.append(boolean ? "true" : "false")
            } else {
                arguments.append(.integer(boolean ? 1 : 0))
            }
        case .number(let number)?: append(number, to: &arguments)
        case .list?, .object?: arguments.append(value.map(JSONWriter.compact) ?? "")
        }
    }

    private func append(_ number: Number, to arguments: inout Arguments) {
        switch self {
        case .text, .json: arguments.append(number.digits)
        case .boolean, .integer, .number:
            if let integer = Int64(number.digits) {
                arguments.append(.integer(integer))
            } else if self == .number, number.double.isFinite {
                arguments.append(.double(number.double))
            } else {
                // As text it would be made a binary number.
                arguments.appendBlob(number.digits)
            }
        }
    }
}
