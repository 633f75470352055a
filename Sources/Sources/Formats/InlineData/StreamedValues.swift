import Basics
import Records

/// Values that SvelteKit sends after the page that they belong to: the page's data has `__sveltekit_x.defer(1)` in the
/// place of one, and a later script calls `__sveltekit_x.resolve({id:1,data:…})`, or `…resolve(1, () => […])`.
struct StreamedValues {
    /// The name of the chunks with values.
    static let name = "@sveltekit"
    private static let key = "@sveltekit.defer"
    private static let depthLimit = 256

    private var values: [Int: JSON] = [:]
    /// The data that has places for them.
    private var waiting: [InlineChunk] = []

    /// What is in the place of a value, as JSON.
    static func place(of id: Int) -> String { "{\"\(key)\":\(id)}" }

    /// Adds a chunk that is a value or has places for some; returns whether it does.
    mutating func add(_ chunk: InlineChunk) -> Bool {
        if chunk.name == StreamedValues.name {
            if let id = chunk.value.member("id")?.value.value.number?.integer {
                values[id] = chunk.value.member("data")?.value
            }
            return true
        }
        guard StreamedValues.hasPlace(chunk.value, 0) else { return false }
        waiting.append(chunk)
        return true
    }

    /// The data with the values in their places, and `null` in the place of one that was not sent.
    var chunks: [InlineChunk] {
        waiting.map { InlineChunk(name: $0.name, value: filled($0.value, 0), line: $0.line) }
    }

    private static func id(_ value: JSON) -> Int? {
        guard case .object(let members) = value.content, members.count == 1, members[0].key == key else {
            return nil
        }
        return members[0].value.value.number?.integer
    }

    private static func hasPlace(_ value: JSON, _ depth: Int) -> Bool {
        if depth > depthLimit { return false }
        return switch value.content {
        case .null, .boolean, .number, .string: false
        case .array(let elements): elements.contains { hasPlace($0, depth + 1) }
        case .object(let members): id(value) != nil || members.contains { hasPlace($0.value, depth + 1) }
        }
    }

    private func filled(_ value: JSON, _ depth: Int) -> JSON {
        if depth > StreamedValues.depthLimit { return value }
        if let id = StreamedValues.id(value) {
            return values[id].map { filled($0, depth + 1) } ?? JSON(content: .null, range: 0..<0)
        }
        switch value.content {
        case .null, .boolean, .number, .string: return value
        case .array(let elements):
            return JSON(content: .array(elements.map { filled($0, depth + 1) }), range: value.range)
        case .object(let members):
            let found = members.map {
                JSON.Member(key: $0.key, keyRange: $0.keyRange, value: filled($0.value, depth + 1))
            }
            return JSON(content: .object(found), range: value.range)
        }
    }
}
