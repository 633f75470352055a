import DOM

/// Tells by a parser's notes which elements a program need not look at.
struct NoteFilter {
    /// By what an element may be one that a selector is to be tried at.
    struct Concern: OptionSet {
        let rawValue: UInt8
        /// Its name.
        static let name = Concern(rawValue: 1 << 0)
        /// One of its attributes, or a class.
        static let attributes = Concern(rawValue: 1 << 1)
        /// Some selectors are tried at each.
        static let universal = Concern(rawValue: 1 << 2)
    }

    /// What any element may concern at all: of which nothing is noted.
    let all: Concern
    private let least: Concern
    private let elementNames: UInt64
    /// But `class`: many elements have it, so that its value is looked at.
    private let attributeNames: UInt64
    private let hasClasses: Bool
    private let beginnings: Beginnings

    init(_ binding: Binding) {
        least = binding.program.universal.count > 0 ? .universal : []
        var all = least
        if !binding.tags.isEmpty { all.insert(.name) }
        if !binding.attributeNames.isEmpty || !binding.ids.isEmpty || !binding.classes.isEmpty {
            all.insert(.attributes)
        }
        self.all = all
        elementNames = binding.tags.noteBits
        let id = binding.ids.isEmpty ? 0 : binding.page.idAttribute
        attributeNames = binding.attributeNames.noteBits | (id == 0 ? 0 : NameBits.attribute(id))
        hasClasses = !binding.classes.isEmpty
        beginnings = binding.classes.beginnings
    }

    @inline(__always)
    func concern(_ note: ElementNote) -> Concern {
        var concern = least
        if note.names & elementNames != 0 { concern.insert(.name) }
        if note.names & attributeNames != 0 || hasClasses && mayHaveClass(note) {
            concern.insert(.attributes)
        }
        return concern
    }

    @inline(__always)
    private func mayHaveClass(_ note: ElementNote) -> Bool {
        guard let classes = note.classes else { return false }
        return beginnings.mayOccur(in: classes, Int(note.classLength))
    }
}
