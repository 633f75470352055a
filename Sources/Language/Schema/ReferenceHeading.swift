/// The heading of the language's reference under which a key, a preparation or a transform is described.
enum ReferenceHeading {
    /// A heading of the keys of one kind of object.
    case record(String)
    case field(String)
    case preparation(String)
    case transform(String)
    /// A section of an article, by its heading.
    case section(String, of: String)

    /// The article and the heading's anchor in it: `RulesLanguage#min-max-of-a-field`.
    var anchor: String {
        switch self {
        case .record(let name): anchor(name, ReferenceHeading.recordKeys, "-of-a-record-type")
        case .field(let name): anchor(name, ReferenceHeading.fieldKeys, "-of-a-field")
        case .preparation(let name): "RulesLanguage#\(name)-as-a-preparation"
        case .transform(let name): anchor(name, ReferenceHeading.transforms, "")
        case .section(let heading, let article): article + "#" + heading
        }
    }

    private func anchor(_ name: String, _ together: [[String]], _ end: String) -> String {
        let names = together.first { $0.contains(name) } ?? [name]
        return "RulesLanguage#" + names.joined(separator: "-") + end
    }

    // The keys that share one heading.
    private static let recordKeys = [["group", "by", "fields"]]
    private static let fieldKeys = [
        ["within", "fields"], ["each", "fields"], ["format", "locale", "timezone", "in-text"],
        ["min", "max"],
    ]
    private static let transforms = [
        ["append", "prepend"], ["lowercase", "uppercase"], ["first", "last", "item"],
        ["unique", "sort", "reverse"],
        ["count", "sum", "average", "min", "max"], ["add", "subtract", "multiply", "divide"],
        ["url-decode", "url-encode"],
    ]
}
