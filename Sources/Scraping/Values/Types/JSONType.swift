import DOM
import Records

extension FieldType {
    /// A value as JSON has it.
    static let json = FieldType(
        name: "json",
        about: "any value: a part of a JSON page, what a text of JSON holds, what steps have made",
        accepts: [.any],
        gives: .any
    ) { value, _ in value }
}

/// JSON as a value of a record.
enum JSONValue {
    /// What a text of JSON holds.
    static func read(_ text: String) throws(StepError) -> Value {
        let (json, errors) = JSON.read(Array(text.utf8), dialect: .strict)
        guard let json, errors.isEmpty else {
            throw StepError("not JSON: \(errors.first?.message ?? "no value"): \(text.quoted)")
        }
        return json.value
    }

    /// The part of a JSON page that an element stands for; `nil` for an element of any other tree.
    ///
    /// Complexity: linear in the size of the part; no recursion.
    static func value(of root: NodeRef, in document: Document) -> Value? {
        guard document.kind == .data, let type = document.existingName("type".utf8) else { return nil }
        var open: [Part] = []
        var node = root
        while true {
            guard let kind = node.attribute(type)?.string else { return nil }
            if kind == "object" || kind == "array", let child = node.firstElementChild {
                open.append(Part(node, isObject: kind == "object"))
                node = child
                continue
            }
            guard var value = leaf(node, kind, in: document) else { return nil }
            // Goes up from every part that has ended, to the next that has not.
            while true {
                guard let last = open.indices.last else { return value }
                open[last].add(value, named: node)
                if let next = node.nextElementSibling {
                    node = next
                    break
                }
                value = open[last].value
                node = open.removeLast().node
            }
        }
    }

    private static func leaf(_ node: NodeRef, _ kind: String, in document: Document) -> Value? {
        let text = String(decoding: document.rawText(of: node), as: UTF8.self)
        switch kind {
        case "object": return .object([])
        case "array": return .list([])
        case "string": return .string(text)
        case "number": return Number(text).map(Value.number)
        case "boolean": return .boolean(text == "true")
        case "null": return .null
        default: return nil
        }
    }

    /// An object or array whose end has not been reached.
    private struct Part {
        let node: NodeRef
        let isObject: Bool
        var members: [Value.Member] = []
        var elements: [Value] = []

        init(_ node: NodeRef, isObject: Bool) {
            self.node = node
            self.isObject = isObject
        }

        mutating func add(_ value: Value, named node: NodeRef) {
            if isObject {
                members.append(Value.Member(node.name.string, value))
            } else {
                elements.append(value)
            }
        }

        var value: Value { isObject ? .object(members) : .list(elements) }
    }
}
