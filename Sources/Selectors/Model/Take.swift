/// What is taken from the elements that a selector matches: the non-standard pseudo-element at its end.
public enum Take: Hashable, Sendable {
    /// `::text`: the element's text.
    case text
    /// `::own-text`: the text that stands directly in the element.
    case ownText
    /// `::lines`: the text, a value for each line.
    case lines
    /// `::attr(name)`: the value of an attribute.
    case attribute(String)
    /// `::html`: the element with its tags.
    case html
    /// `::inner-html`: what stands between its tags.
    case innerHTML
    /// `::name`: the element's name.
    case name
}

extension Take: CustomStringConvertible {
    /// The take as it is written in a selector.
    public var description: String {
        switch self {
        case .text: "::text"
        case .ownText: "::own-text"
        case .lines: "::lines"
        case .attribute(let name): "::attr(\(CSSText.identifier(name)))"
        case .html: "::html"
        case .innerHTML: "::inner-html"
        case .name: "::name"
        }
    }
}
