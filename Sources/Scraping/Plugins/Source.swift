import DOM
import Records

/// A built-in source: what a text is, and so what tree is made of it.
public enum Source: String, CaseIterable, Sendable {
    case html
    case htmlFragment = "html-fragment"
    case xml
    case json
    case csv
    case text

    /// The decoder with its default options.
    ///
    /// - Parameter html: how it reads HTML, if that is what it reads.
    func decode(_ html: HTMLOptions) -> Decoder.Function {
        switch self {
        case .html: .html(html)
        case .htmlFragment: .htmlFragment(html)
        case .xml: .xml
        case .json: Decoder.json.defaultFunction
        case .csv: Decoder.csv.defaultFunction
        case .text: Decoder.text.defaultFunction
        }
    }
}

extension Decoder {
    /// The function without options, which every source can do without.
    fileprivate var defaultFunction: Function {
        var reader = RulesReader(sources: SourceMap(), registry: Registry())
        return make([:], &reader) ?? .htmlFragment(HTMLOptions())
    }
}
