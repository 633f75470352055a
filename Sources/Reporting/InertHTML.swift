import DOM
import Engine

/// Writes a page's tree as HTML that runs and loads nothing, with marks at its elements.
///
/// All text is escaped, independent of its element, so that none of it can become markup. The text of styles is not escaped,
/// but contains no start of a tag. Complexity: linear in the size of the tree, without recursion.
struct InertHTML {
    private let document: Document
    private let frame: FrameDocument
    private let marks: [PagePlace: [Int]]
    /// A cache of the tags by element name.
    private var tags: [Name: InertTag?] = [:]
    private let styleName: Name?
    private let headName: Name?
    private let noscriptName: Name?
    /// The number of the next element.
    private var number = 0
    /// The number of the next text.
    private var textNumber = 0
    /// The element that is being skipped.
    private var dropped: NodeRef?
    /// The marked elements that are not visible, with their marks.
    private var unseen: [(node: NodeRef, marks: [Int])] = []

    /// The maximum number of bytes that are shown of an invisible element.
    private static let unseenLength = 4000

    init(_ document: Document, _ frame: FrameDocument, _ marks: [PagePlace: [Int]]) {
        self.document = document
        self.frame = frame
        self.marks = marks
        styleName = document.existingName("style".utf8)
        headName = document.existingName("head".utf8)
        noscriptName = document.existingName("noscript".utf8)
    }

    mutating func write(into output: inout [UInt8]) {
        guard let root = document.rootElement else { return }
        var node = root
        walk: while true {
            start(node, &output)
            if let child = node.firstChild {
                node = child
                continue
            }
            end(node, &output)
            while node != root, node.nextSibling == nil {
                guard let parent = node.parent else { break walk }
                node = parent
                end(node, &output)
            }
            guard node != root, let sibling = node.nextSibling else { break }
            node = sibling
        }
        writeUnseen(&output)
    }

    // MARK: - Nodes

    /// The tag of an element, or `nil` if it is removed with its content.
    private mutating func tag(of node: NodeRef) -> InertTag? {
        let tag = tags[node.name] ?? InertTag(node.name.string)
        tags[node.name] = tag
        // Any other element would end the head.
        if let parent = node.parentElement, parent.name == headName, tag?.isHidden == false { return nil }
        // Markup that a parser with scripts reads as text.
        if node.name == noscriptName, node.firstElementChild == nil { return nil }
        return tag
    }

    private mutating func start(_ node: NodeRef, _ output: inout [UInt8]) {
        guard node.isElement else {
            if node.isText {
                if dropped == nil { text(node, marks[.text(textNumber)] ?? [], &output) }
                textNumber += 1
            }
            return
        }
        let own = marks[.element(number)] ?? []
        number += 1
        let tag = tag(of: node)
        if dropped == nil, tag == nil { dropped = node }
        guard let tag, dropped == nil else {
            if !own.isEmpty { unseen.append((node, own)) }
            return
        }
        output += "<\(tag.name)".utf8
        var attribute = node.firstAttribute
        while let current = attribute {
            tag.write(current, into: &output)
            attribute = current.next
        }
        if !own.isEmpty, !tag.isHidden {
            output += frame.attributes(own).utf8
        } else if !own.isEmpty {
            unseen.append((node, own))
        }
        output += ">".utf8
    }

    private mutating func end(_ node: NodeRef, _ output: inout [UInt8]) {
        guard node.isElement else { return }
        if let current = dropped {
            if current == node { dropped = nil }
            return
        }
        guard let tag = tag(of: node), !tag.isVoid || !document.isHTML(node) else { return }
        output += "</\(tag.name)>".utf8
    }

    /// Writes a text; one with marks is in its own element, if elements are possible there.
    private func text(_ node: NodeRef, _ own: [Int], _ output: inout [UInt8]) {
        guard let parent = node.parentElement, parent.name == styleName else {
            let isMarked = !own.isEmpty && node.parentElement.map(InertHTML.holdsElements) ?? false
            if isMarked { output += "<span\(frame.attributes(own))>".utf8 }
            HTMLText.append(node.content, to: &output)
            if isMarked { output += "</span>".utf8 }
            return
        }
        // Browsers do not unescape the text of styles. `<` remains only in comparisons.
        let content = node.content
        for (index, byte) in content.enumerated() {
            if byte == UInt8(ascii: "<") {
                guard index + 1 < content.count, InertHTML.follows(content[index + 1]) else { continue }
            }
            output.append(byte)
        }
    }

    /// Whether a browser parses tags in an element.
    private static func holdsElements(_ element: NodeRef) -> Bool {
        !["title", "textarea", "option", "select"].contains(element.name.string)
    }

    /// Whether a byte after `<` makes it a comparison: white space, `=` or a digit.
    private static func follows(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == UInt8(ascii: "=") || (48...57).contains(byte)
    }

    /// Writes the marked elements that browsers do not show: linked data, metadata, titles.
    private func writeUnseen(_ output: inout [UInt8]) {
        if unseen.isEmpty { return }
        output += "<section data-scrape-unseen><h2>Not shown on the page</h2>\n".utf8
        for (node, marks) in unseen {
            output += "<pre\(frame.attributes(marks))>".utf8
            let source = document.outerHTML(of: node)
            let text = String(decoding: source.prefix(InertHTML.unseenLength), as: UTF8.self)
            HTMLText.append(text.utf8, to: &output)
            if source.count > InertHTML.unseenLength { output += "…".utf8 }
            output += "</pre>\n".utf8
        }
        output += "</section>\n".utf8
    }
}

/// The tag of an inert element.
struct InertTag {
    /// The name that is written.
    let name: String
    /// Whether an HTML element with this name has no end tag.
    let isVoid: Bool
    /// Whether it is never visible: the head and its children.
    let isHidden: Bool

    /// The tag for an element name, or `nil` if such elements are removed with their content.
    init?(_ given: String) {
        let name = given.lowercased()
        guard !InertTag.dropped.contains(name) else { return nil }
        // A parser would read other characters in a name as another tag.
        let isPlain = name.utf8.allSatisfy { InertTag.isLetter($0) || (48...57).contains($0) || $0 == 45 }
        let starts = name.utf8.first.map(InertTag.isLetter) ?? false
        self.name = isPlain && starts ? InertTag.replaced[name] ?? given : "span"
        isVoid = InertTag.void.contains(name)
        isHidden = name == "head" || name == "title" || name == "style"
    }

    /// Elements that run, load, navigate, change how the rest is parsed, or are not visible.
    private static let dropped: Set<String> = [
        "script", "iframe", "frame", "frameset", "object", "applet", "param", "base", "basefont", "link",
        "meta", "template", "portal", "fencedframe", "animate", "animatemotion", "animatetransform", "set",
        "discard", "foreignobject", "annotation-xml", "noembed", "noframes",
    ]

    /// Elements whose content a browser parses as text or ignores, and empty elements that may have children in a tree.
    private static let replaced = [
        "embed": "span",
        "noscript": "span", "xmp": "pre", "listing": "pre", "plaintext": "pre",
    ]

    private static let void: Set<String> = [
        "area", "bgsound", "br", "col", "hr", "img", "input", "keygen", "source", "track", "wbr",
    ]

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte | 0x20) }
}

// MARK: - Attributes

extension InertTag {
    /// Attributes that contain addresses, take the focus, send data, or define names that would hide properties of the
    /// document.
    private static let droppedAttributes: Set<String> = [
        "src", "srcset", "href", "action", "formaction", "background", "poster", "data", "ping", "manifest",
        "cite", "longdesc", "classid", "codebase", "archive", "profile", "lowsrc", "dynsrc", "imagesrcset",
        "srcdoc", "is", "name", "autofocus", "tabindex", "accesskey", "contenteditable", "target", "download",
        "nonce", "integrity", "attributionsrc", "autoplay", "popover", "popovertarget", "form", "http-equiv",
        "shadowrootmode", "usemap", "attributename", "to", "from", "by", "values",
    ]

    /// Writes an attribute, unless it is active.
    func write(_ attribute: AttributeRef, into output: inout [UInt8]) {
        let name = attribute.name.string.lowercased()
        guard InertTag.isPlain(name), !name.hasPrefix("on"), !name.hasPrefix("data-scrape") else { return }
        var written = name
        if InertTag.droppedAttributes.contains(name) {
            if name == "href", self.name == "a", !InertTag.begins(attribute.value, with: "#") {
                // A link keeps its look, without its address.
                written = "data-scrape-link"
            } else if !isInside(attribute, name) {
                return
            }
        } else if InertTag.runs(attribute.value) {
            return
        }
        output += " \(written)=\"".utf8
        HTMLText.append(attribute.value, to: &output)
        output += "\"".utf8
    }

    /// Whether an address is a fragment or the data of an image.
    private func isInside(_ attribute: AttributeRef, _ name: String) -> Bool {
        switch name {
        case "src": self.name == "img" && InertTag.begins(attribute.value, with: "data:image/")
        case "href": InertTag.begins(attribute.value, with: "#")
        default: false
        }
    }

    private static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first) else { return false }
        return name.utf8.allSatisfy {
            isLetter($0) || (48...57).contains($0) || $0 == 45 || $0 == 95 || $0 == 46
        }
    }

    /// Whether a value is the address of a script.
    private static func runs(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        begins(value, with: "javascript:") || begins(value, with: "vbscript:")
    }

    /// Whether a value starts with a text in lower case, ignoring case, white space and control characters as browsers do.
    private static func begins(_ value: UnsafeBufferPointer<UInt8>, with text: String) -> Bool {
        var rest = value.lazy.filter { $0 > 0x20 }.makeIterator()
        for byte in text.utf8 {
            guard let next = rest.next() else { return false }
            let isCapital = (65...90).contains(next)
            if (isCapital ? next | 0x20 : next) != byte { return false }
        }
        return true
    }
}
