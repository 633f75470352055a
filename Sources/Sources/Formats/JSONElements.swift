package import DOM
package import Records
import Values

extension JSONValue {
    /// The JSON type of a JSON element: of a JSON page, or of a tree that a preparation has added to a page; `nil` for
    /// any other element.
    package static func kind(of node: NodeRef, in document: Document) -> String? {
        guard document.isData(node) else { return nil }
        return document.existingName("type".utf8).flatMap(node.attribute)?.string
    }

    /// The value of an element of a JSON page.
    ///
    /// Complexity: linear in the size of the part. The function is not recursive, but writing or freeing a value is, so
    /// its depth is limited.
    package static func value(of root: NodeRef, in document: Document) throws(StepError) -> Value {
        var open: [Part] = []
        var node = root
        while true {
            guard let kind = kind(of: node, in: document) else {
                throw StepError("the element \(node.name.string.quoted) is not of a JSON page")
            }
            if kind == "object" || kind == "array", let child = node.firstElementChild {
                open.append(Part(node, isObject: kind == "object"))
                if open.count > JSON.depthLimit {
                    throw StepError("the value is nested more than \(JSON.depthLimit) deep")
                }
                node = child
                continue
            }
            guard var value = leaf(node, kind, in: document) else {
                throw StepError("the element \(node.name.string.quoted) is not of a JSON page")
            }
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
