import DOM
import Records

extension Preparation {
    /// Grows the text of an element into a tree in its place: HTML in a string of JSON.
    ///
    /// - `in`: the elements whose text is meant.
    /// - `as`: what the text is.
    static let parse = Preparation(name: "parse") { json, reader in
        guard let members = reader.members(json, of: "parse", allowed: ["in", "as"]) else { return nil }
        guard let target = members["in"], let source = members["as"] else {
            reader.error("expected \"in\" and \"as\" in parse", at: json.range)
            return nil
        }
        guard let list = reader.plainSelector(target, "in"), let name = reader.string(source, "as") else {
            return nil
        }
        guard name == Decoder.htmlFragment.name else {
            let help = Suggestion.help(for: name, among: [Decoder.htmlFragment.name])
            reader.error("parse cannot read \"\(name)\"", at: source.range, help: help)
            return nil
        }
        return { context throws(ParseError) in
            for element in context.select(list) where context.isAttached(element) {
                let text = context.document.rawText(of: element)
                context.document.removeChildren(of: element)
                try context.document.growHTML(text, in: element, limits: context.limits)
            }
        }
    }
}
