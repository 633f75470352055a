import DOM

/// What of an element's tags is written where nothing may run or be loaded.
struct InertTag {
    /// The name it has there.
    let name: String
    /// Whether it has no end tag where it is HTML's.
    let isVoid: Bool
    /// Whether it is never shown: the head, and what stays of it.
    let isHidden: Bool

    /// The tag of elements of a name; `nil` where nothing of them may be there.
    init?(_ given: String) {
        let name = given.lowercased()
        guard !InertTag.dropped.contains(name) else { return nil }
        // A parser that meets other characters in a name sees another tag.
        let isPlain = name.utf8.allSatisfy { InertTag.isLetter($0) || (48...57).contains($0) || $0 == 45 }
        let starts = name.utf8.first.map(InertTag.isLetter) ?? false
        self.name = isPlain && starts ? InertTag.replaced[name] ?? given : "span"
        isVoid = InertTag.void.contains(name)
        isHidden = name == "head" || name == "title" || name == "style"
    }

    /// What runs, loads, goes elsewhere, decides how what follows is read, or holds text that no browser shows.
    private static let dropped: Set<String> = [
        "script", "iframe", "frame", "frameset", "object", "applet", "param", "base", "basefont", "link",
        "meta", "template", "portal", "fencedframe", "animate", "animatemotion", "animatetransform", "set",
        "discard", "foreignobject", "annotation-xml", "noembed", "noframes",
    ]

    /// What a browser would read as text without markup, or not at all; and what our trees let hold what follows it.
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
    /// What holds addresses, takes the focus, sends, or gives elements names by which scripts would find them in the
    /// place of their document's own properties.
    private static let droppedAttributes: Set<String> = [
        "src", "srcset", "href", "action", "formaction", "background", "poster", "data", "ping", "manifest",
        "cite", "longdesc", "classid", "codebase", "archive", "profile", "lowsrc", "dynsrc", "imagesrcset",
        "srcdoc", "is", "name", "autofocus", "tabindex", "accesskey", "contenteditable", "target", "download",
        "nonce", "integrity", "attributionsrc", "autoplay", "popover", "popovertarget", "form", "http-equiv",
        "shadowrootmode", "usemap", "attributename", "to", "from", "by", "values",
    ]

    /// Writes an attribute, unless it could do something.
    func write(_ attribute: AttributeRef, into output: inout [UInt8]) {
        let name = attribute.name.string.lowercased()
        guard InertTag.isPlain(name), !name.hasPrefix("on"), !name.hasPrefix("data-scrape") else { return }
        var written = name
        if InertTag.droppedAttributes.contains(name) {
            if name == "href", self.name == "a", !InertTag.begins(attribute.value, with: "#") {
                // A link looks like one and leads nowhere.
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

    /// Whether an address leads to a part of the document, or holds an image itself.
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

    /// Whether a value is an address that is run instead of loaded.
    private static func runs(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
        begins(value, with: "javascript:") || begins(value, with: "vbscript:")
    }

    /// Whether a value begins with a text in lower case, by what browsers take no notice of in addresses.
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
