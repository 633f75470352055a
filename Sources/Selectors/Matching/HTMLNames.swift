import Basics
import DOM

/// A name of HTML that pseudo-classes compare. The case's name is the spelling.
enum HTMLName: Int, CaseIterable {
    // Elements.
    case a, area, audio, bdi, button, datalist, details, dialog, fieldset, form, h1, h2, h3, h4, h5, h6, input
    case legend, optgroup, option, progress, script, select, style, textarea, video
    // Attributes.
    case checked, contenteditable, dir, disabled, href, id, `is`, max, min, multiple, muted, name, open,
        pattern
    case placeholder, readonly, required, selected, size, step, type, value
}

/// The names of HTML as interned by a document.
struct HTMLNames {
    private let names: [Name?]

    init(_ document: Document) {
        names = HTMLName.allCases.map { document.existingName(String(describing: $0).utf8) }
    }

    /// The interned name; `nil` if the document does not have it.
    subscript(_ name: HTMLName) -> Name? { names[name.rawValue] }

    /// Whether an element has one of several names.
    @inline(__always)
    func isNamed(_ element: NodeRef, _ candidates: HTMLName...) -> Bool {
        candidates.contains { self[$0] == element.name }
    }

    /// Whether an element has an attribute.
    func has(_ attribute: HTMLName, _ element: NodeRef) -> Bool {
        self[attribute].flatMap(element.attribute) != nil
    }

    /// An attribute's value; `nil` if the element does not have it.
    func string(_ attribute: HTMLName, _ element: NodeRef) -> String? {
        self[attribute].flatMap(element.attribute)?.string
    }

    /// The `type` of an `input` or `button` in lower case; `text` or `submit` if there is no valid one.
    func type(of element: NodeRef) -> String {
        let type = string(.type, element)?.asciiLowercased ?? ""
        if element.name == self[.button] { return type == "reset" || type == "button" ? type : "submit" }
        return HTMLNames.inputTypes.contains(type) ? type : "text"
    }

    private static let inputTypes: Set<String> = [
        "hidden", "text", "search", "tel", "url", "email", "password", "date", "month", "week", "time",
        "datetime-local", "number", "range", "color", "checkbox", "radio", "file", "submit", "image", "reset",
        "button",
    ]

    /// Whether an element is a link: `a` or `area` with `href`.
    func isLink(_ element: NodeRef) -> Bool {
        isNamed(element, .a, .area) && has(.href, element)
    }

    /// Whether HTML defines an element. Elements with a hyphen in their names need a script, and so do those with `is`.
    func isDefined(_ element: NodeRef) -> Bool {
        guard !has(.is, element) else { return false }
        let name = element.name.utf8
        return !name.contains(UInt8(ascii: "-")) || HTMLNames.hyphenated.contains(element.name.string)
    }

    /// The names with a hyphen that are not custom elements (HTML standard, 4.13.2).
    private static let hyphenated: Set<String> = [
        "annotation-xml", "color-profile", "font-face", "font-face-src", "font-face-uri", "font-face-format",
        "font-face-name", "missing-glyph",
    ]
}
