/// What an element means for the text around and in it, as far as a reader would see it.
///
/// The HTML standard's rendering section (15.3) says which elements are blocks, and 15.3.1 which are not shown.
enum TextRole {
    /// Part of the line that it stands in.
    case inline
    /// Starts and ends lines.
    case block
    /// A table's cell: parted from its neighbours by a space.
    case cell
    /// Ends the line.
    case lineBreak
    /// A block whose white space is shown as it is.
    case preformatted
    /// Not shown; the words on either side of it are two words all the same, as most parsers have it.
    case hidden

    /// The names, in a document, of what SVG and MathML hold and nobody reads. Titles, descriptions and annotations are
    /// texts for readers, though not all browsers show them.
    static func undrawn(in document: Document) -> Set<Name> {
        let names = "script style"
        return Set(names.split(separator: " ").compactMap { document.intern($0.utf8) })
    }
}

extension Document {
    /// The role of an element. In data and in XML every element that is not HTML is a block, but for drawings in HTML.
    @inline(__always)
    func textRole(of element: NodeRef) -> TextRole {
        element.hasNamespace || kind != .html ? otherTextRole(of: element) : textRoles[element.name]
    }

    @inline(never)
    private func otherTextRole(of element: NodeRef) -> TextRole {
        guard isHTML(element) else {
            if isHidden(element) { return .hidden }
            guard isDrawing(element) else { return .block }
            return undrawnNames.contains(element.name) ? .hidden : .inline
        }
        return textRoles[element.name]
    }
}
