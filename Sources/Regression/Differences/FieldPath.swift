/// The way from a record to a part of it: `exercises[1].reps`.
public struct FieldPath: Hashable, Sendable {
    /// A step of the way.
    public enum Component: Hashable, Sendable {
        /// A member of an object.
        case member(String)
        /// An element of a list, by its index in the old list and in the new one.
        case element(old: Int?, new: Int?)
    }

    /// The steps, the outermost first.
    public var components: [Component]

    /// A path.
    public init(_ components: [Component] = []) {
        self.components = components
    }

    /// The names on the way, without the indices of lists.
    public var names: [String] {
        components.compactMap { component in
            if case .member(let name) = component { name } else { nil }
        }
    }

    func appending(_ component: Component) -> FieldPath { FieldPath(components + [component]) }
}

extension FieldPath: CustomStringConvertible {
    /// The path as rules' messages write it; an index is that of the new list, where the element is gone of the old.
    public var description: String {
        var text = ""
        for component in components {
            switch component {
            case .member(let name): text += text.isEmpty ? name : ".\(name)"
            case .element(let old, let new): text += "[\((new ?? old).map(String.init) ?? "")]"
            }
        }
        return text
    }
}
