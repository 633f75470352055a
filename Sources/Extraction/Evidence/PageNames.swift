import DOM
import Language

/// A name on a page and its kind: a class, an id, an attribute, an attribute's value, or in data the name of an
/// element.
struct NamePlace {
    /// The thing that has the name; names of one family can replace each other.
    enum Family: Hashable {
        case `class`
        case id
        case attribute
        /// A value of the attribute.
        case value(of: String)
        /// In data: the key of a member of the described object.
        case member(of: String)
    }

    let family: Family
    let name: String
    let element: NodeRef
    /// The attribute that is the name, or whose value is the name.
    var attribute: AttributeRef?

    /// The name as written in the facts of rules files.
    var known: String {
        switch family {
        case .class: ".\(name)"
        case .id: "#\(name)"
        case .attribute: "[\(name)]"
        case .value(let attribute): "[\(attribute)=\(name)]"
        case .member(let parent): "\(parent) > \(name)"
        }
    }
}

/// The surroundings of a name on a page, without the name itself.
struct NameContext: Hashable {
    var element: String
    var parent: String
    var previous: String
    var next: String
    var shape: String

    /// Whether a known name has occurred in such surroundings.
    func fits(_ known: KnownName) -> Bool {
        func has(_ fact: KnownName.Fact, _ text: String) -> Bool { known.facts[fact]?.contains(text) ?? true }
        return has(.parent, parent) && has(.element, element) && has(.shape, shape)
            && (has(.previous, previous) || has(.next, next))
    }

    /// Whether a known name has occurred between such neighbours.
    func fitsBetween(_ known: KnownName) -> Bool {
        known.facts[.previous]?.contains(previous) ?? true && known.facts[.next]?.contains(next) ?? true
    }
}

/// Describes names of a page and their surroundings by short texts.
struct PageNames {
    let document: Document
    let consulted: NameIndex.Consulted
    private let classes: Name?
    private let id: Name?
    private let type: Name?

    init(_ document: Document, _ consulted: NameIndex.Consulted) {
        self.document = document
        self.consulted = consulted
        classes = document.existingName("class".utf8)
        id = document.existingName("id".utf8)
        type = document.existingName("type".utf8)
    }

    /// Whether the names of elements are names that the page has chosen.
    func isData(_ element: NodeRef) -> Bool { document.kind == .xml || document.isData(element) }

    // MARK: - Names

    /// Calls a function with each name of an element.
    func forEachName(of element: NodeRef, _ body: (NamePlace) -> Void) {
        let isData = isData(element)
        if isData, let parent = element.parentElement {
            let family = NamePlace.Family.member(of: dataPath(of: parent))
            body(NamePlace(family: family, name: element.name.string, element: element))
        }
        var next = element.firstAttribute
        while let attribute = next {
            next = attribute.next
            let name = attribute.name.string
            if !isData {
                body(NamePlace(family: .attribute, name: name, element: element, attribute: attribute))
            }
            if !isData, attribute.name == classes {
                for word in PageNames.words(attribute) {
                    body(NamePlace(family: .class, name: word, element: element, attribute: attribute))
                }
            } else if !isData, attribute.name == id {
                body(NamePlace(family: .id, name: attribute.string, element: element, attribute: attribute))
            } else {
                // The kinds of values in data are not the page's names.
                guard consulted.values[name] != nil, !isData || name == "types" else { continue }
                for word in PageNames.words(attribute) {
                    let family = NamePlace.Family.value(of: name)
                    let word = word.lowercased()
                    body(NamePlace(family: family, name: word, element: element, attribute: attribute))
                }
            }
        }
    }

    /// Whether the rules use a name.
    func isConsulted(_ place: NamePlace) -> Bool {
        switch place.family {
        case .class: consulted.has(class: place.name)
        case .id: consulted.has(id: place.name)
        case .attribute: consulted.attributes.contains(place.name)
        case .value(let attribute): consulted.values[attribute]?.contains(place.name) == true
        case .member: consulted.elements.contains(place.name)
        }
    }

    private static func words(_ attribute: AttributeRef) -> [String] {
        attribute.value.split { $0 <= 0x20 }.map { String(decoding: $0, as: UTF8.self) }
    }

    /// An element of data by its name, or by `*` if the rules do not use that; an element of a list, and one with such
    /// a name, is preceded by the element that it is in.
    func dataPath(of element: NodeRef) -> String {
        let own = shownName(of: element)
        guard own == "*" || own == "item", let parent = element.parentElement else { return own }
        return "\(shownName(of: parent)) > \(own)"
    }

    private func shownName(of element: NodeRef) -> String {
        let name = element.name.string
        let isShown = element.parentElement == nil || !isData(element) || consulted.elements.contains(name)
        return isShown || name == "item" ? name : "*"
    }

    // MARK: - Surroundings

    /// The surroundings of a name.
    func context(of place: NamePlace) -> NameContext {
        let element = place.element
        let parent = element.parentElement
        if case .member = place.family {
            return NameContext(
                element: dataKind(of: element),
                parent: parent?.parentElement.map(dataPath) ?? "",
                previous: sibling(element.previousElementSibling, of: element),
                next: sibling(element.nextElementSibling, of: element),
                shape: shape(of: element)
            )
        }
        let isData = isData(element)
        let own = isData ? "" : describe(element, without: place)
        let outer = parent.map { isData ? dataPath(of: $0) : describe($0, without: place) } ?? ""
        if place.family == .attribute, let attribute = place.attribute {
            return NameContext(
                element: own,
                parent: outer,
                previous: previous(attribute, of: element)?.name.string ?? "",
                next: attribute.next?.name.string ?? "",
                shape: TextShape(attribute.value).rawValue
            )
        }
        return NameContext(
            element: own,
            parent: outer,
            previous: element.previousElementSibling.map { describe($0, without: place) } ?? "",
            next: element.nextElementSibling.map { describe($0, without: place) } ?? "",
            shape: shape(of: element)
        )
    }

    /// An element by its name and its first class or else its id, except for the described name.
    private func describe(_ element: NodeRef, without place: NamePlace) -> String {
        let name = element.name.string
        if isData(element) { return name }
        if let classes = classes.flatMap(element.attribute) {
            let word = PageNames.words(classes).first { place.family != .class || $0 != place.name }
            if let word { return "\(name).\(PageNames.masked(word))" }
        }
        if let id = id.flatMap(element.attribute), place.family != .id || id.string != place.name {
            return "\(name)#\(PageNames.masked(id.string))"
        }
        return name
    }

    /// A name with 0 in place of each number, as numbers differ from page to page.
    private static func masked(_ name: String) -> String {
        var masked = ""
        for character in name where !(character.isWholeNumber && masked.last == "0") {
            masked.append(character.isWholeNumber ? "0" : character)
        }
        return masked
    }

    private func sibling(_ sibling: NodeRef?, of element: NodeRef) -> String {
        guard let sibling else { return "" }
        return sibling.name == element.name ? "=" : shownName(of: sibling)
    }

    private func previous(_ attribute: AttributeRef, of element: NodeRef) -> AttributeRef? {
        var next = element.firstAttribute
        while let candidate = next, candidate.next != attribute { next = candidate.next }
        return next?.next == attribute ? next : nil
    }

    private func dataKind(of element: NodeRef) -> String {
        if let type = type.flatMap(element.attribute), document.kind == .data { return type.string }
        return element.firstElementChild == nil ? "value" : "object"
    }

    /// The shape of an element's text.
    private func shape(of element: NodeRef) -> String {
        var bytes: [UInt8] = []
        var next = element.firstChild
        // The beginning of the text is enough.
        var budget = 64
        while let node = next, bytes.count < TextShape.length, budget > 0 {
            if node.isText { bytes += node.content.prefix(TextShape.length) }
            budget -= 1
            next = node.next(within: element)
        }
        return TextShape(bytes).rawValue
    }
}

/// A text's appearance, in one word.
enum TextShape: String {
    case empty
    case number
    case date
    /// Digits with letters or symbols: a date, a price, a code.
    case mixed
    case address
    case word
    case words
    case text

    /// The number of bytes of a text that are examined.
    static let length = 120

    init(_ bytes: some Collection<UInt8>) {
        let words = bytes.prefix(TextShape.length).split { $0 <= 0x20 }
        let digits = words.joined().count { $0 >= 0x30 && $0 <= 0x39 }
        let letters = words.joined().count { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A || $0 >= 0x80 }
        let size = words.joined().count
        func begins(_ text: String) -> Bool { words.first?.starts(with: text.utf8) == true }
        if size == 0 {
            self = .empty
        } else if words.count == 1, begins("http:") || begins("https:") || begins("/") {
            self = .address
        } else if TextShape.isDate(words[0]) {
            self = .date
        } else if digits > 0, letters == 0 {
            self = .number
        } else if digits * 4 >= size, words.count <= 6 {
            self = .mixed
        } else if words.count == 1 {
            self = .word
        } else {
            self = words.count <= 8 ? .words : .text
        }
    }

    /// Whether a text begins with a day in ISO 8601.
    private static func isDate(_ word: some Collection<UInt8>) -> Bool {
        let form = word.prefix(10).map { $0 >= 0x30 && $0 <= 0x39 ? UInt8(ascii: "0") : $0 }
        return form == Array("0000-00-00".utf8)
    }
}
