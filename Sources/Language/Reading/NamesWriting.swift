import Basics
import Records

extension KnownName {
    /// The text of a rules file with its facts about names replaced, one line for each.
    ///
    /// - Returns: the unchanged text if it is not a JSON object.
    package static func write(_ names: [KnownName], into text: [UInt8]) -> [UInt8] {
        guard case .object(let members)? = JSON.read(text, dialect: .relaxed).0?.content else { return text }
        let lines = names.map { name in
            "    \(JSONWriter.compact(.string(name.name))): \(JSONWriter.compact(.string(name.text)))"
        }
        let value = lines.isEmpty ? "{}" : "{\n\(lines.joined(separator: ",\n"))\n  }"
        var bytes = text
        if let old = members.first(where: { $0.key == "names" }) {
            bytes.replaceSubrange(old.value.range, with: Array(value.utf8))
        } else if !names.isEmpty, let last = members.last {
            let member = Array(",\n  \"names\": \(value)".utf8)
            bytes.insert(contentsOf: member, at: last.value.range.upperBound)
        }
        return bytes
    }
}
