import Basics
import Records

extension KnownName {
    /// The text of a rules file with what is known of names, in place of what it has of them; its comments are kept.
    ///
    /// - Returns: `nil` where the file is no JSON object.
    package static func write(_ names: [KnownName], into file: [UInt8]) -> [UInt8]? {
        guard let json = JSON.read(file, dialect: .relaxed).0, case .object(let members) = json.content else {
            return nil
        }
        let value = Value.object(names.map { Value.Member($0.name, .string($0.text)) })
        let text = Array(JSONWriter.compact(value).utf8)
        var bytes = file
        if let old = members.first(where: { $0.key == "names" }) {
            bytes.replaceSubrange(old.value.range, with: text)
        } else if let last = members.last {
            bytes.insert(contentsOf: Array(",\n\"names\": ".utf8) + text, at: last.value.range.upperBound)
        } else {
            return nil
        }
        return JSONFormatter.format(bytes).text
    }
}
