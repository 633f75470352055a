import CLibXML2

/// What tree construction knows of names, made once and never freed.
///
/// Whoever needs it per token keeps its parts: a global is asked for its initialization each time.
struct KnownTags: @unchecked Sendable {
    static let shared = KnownTags()

    /// The traits of HTML's elements by the raw value of their tag.
    let traits: UnsafePointer<TagTraits>
    /// The names of the tags, which all documents share, by raw value; that of `unknown` is empty.
    let names: UnsafePointer<Name>

    // The attributes that matter.
    let type, encoding, color, face, size, `class`: Name

    private init() {
        let table = NameTable()
        func intern(_ text: some StringProtocol) -> Name {
            withContiguousBytes(of: text.utf8, table.intern)
        }
        let names = UnsafeMutablePointer<Name>.allocate(capacity: 256)
        names.initialize(repeating: Tag.emptyName, count: 256)
        forEachName(in: Tag.names) { bytes in
            let name = table.intern(bytes)
            names[name.number] = name
        }
        self.names = UnsafePointer(names)
        traits = TagTraits.table()
        type = intern("type")
        encoding = intern("encoding")
        color = intern("color")
        face = intern("face")
        size = intern("size")
        `class` = intern("class")
    }
}

extension Tag {
    /// A name without any byte.
    fileprivate static var emptyName: Name {
        var arena = Arena()
        let name = Name.make(count: 0, number: 0, in: &arena) { _ in 0 }
        arena.keepForEver()
        return name
    }
}

extension TextRun {
    /// An attribute's value, shared with it.
    init(valueOf attribute: UnsafeMutablePointer<xmlAttr>) {
        guard let text = attribute.pointee.children, let content = text.pointee.content else {
            self = .empty
            return
        }
        self.init(start: content, count: ContentSize(of: text).count)
    }
}
