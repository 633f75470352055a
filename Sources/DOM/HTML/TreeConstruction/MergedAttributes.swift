import CLibXML2

/// Which attributes the `html` and `body` elements have, so that further tags of theirs can add those that are missing
/// (HTML standard, 13.2.6.4.7) without comparing each with all.
struct MergedAttributes: ~Copyable {
    struct Owner: OptionSet {
        let rawValue: UInt8
        static let html = Owner(rawValue: 1 << 0)
        static let body = Owner(rawValue: 1 << 1)
    }

    /// By the number of an attribute's name: who has it.
    private var owners: [Owner] = []
    /// Whose attributes are in the table.
    private var known: Owner = []
    private var lastHTML: UnsafeMutablePointer<xmlAttr>?
    private var lastBody: UnsafeMutablePointer<xmlAttr>?

    /// Adds the tag token's attributes that an element does not have.
    mutating func merge(
        _ owner: Owner,
        _ tokenizer: inout Tokenizer,
        _ element: UnsafeMutablePointer<xmlNode>
    ) {
        if tokenizer.attributes.isEmpty { return }
        if owners.count < tokenizer.names.numberEnd {
            let missing = max(tokenizer.names.numberEnd, 2 * owners.count) - owners.count
            owners.append(contentsOf: repeatElement([], count: missing))
        }
        if !known.contains(owner) { learn(owner, element) }
        for index in 0..<tokenizer.attributes.count {
            let attribute = tokenizer.attributes[index]
            if owners[attribute.name.number].contains(owner) { continue }
            owners[attribute.name.number].insert(owner)
            add(attribute, owner, &tokenizer, element)
        }
    }

    private mutating func learn(_ owner: Owner, _ element: UnsafeMutablePointer<xmlNode>) {
        known.insert(owner)
        var next = element.pointee.properties
        while let attribute = next {
            owners[Name(attribute.pointee.name).number].insert(owner)
            if owner == .html { lastHTML = attribute } else { lastBody = attribute }
            next = attribute.pointee.next
        }
    }

    private mutating func add(
        _ attribute: TokenAttribute,
        _ owner: Owner,
        _ tokenizer: inout Tokenizer,
        _ element: UnsafeMutablePointer<xmlNode>
    ) {
        guard let tree = element.pointee.doc else { return }
        let new = tokenizer.arena.makeAttribute(
            attribute.name,
            attribute.value.start,
            ContentSize(attribute.value.count),
            of: element,
            in: tree
        )
        let last = owner == .html ? lastHTML : lastBody
        new.pointee.prev = last
        if let last { last.pointee.next = new } else { element.pointee.properties = new }
        if owner == .html { lastHTML = new } else { lastBody = new }
    }
}
