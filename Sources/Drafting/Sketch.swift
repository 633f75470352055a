/// A rules file in the making: what has been found so far, before it is text.
struct Sketch {
    var about = ""
    var match: [String] = []
    /// The source as it stands in the file, such as `"json"`; `nil` for HTML.
    var source: String?
    var sourceComment: String?
    /// Whether the linked data becomes a part of the tree.
    var growsLinkedData = false
    var records: [RecordSketch] = []
}

/// A record type in the making.
struct RecordSketch {
    var name: String
    /// What there is to say of where its elements came from.
    var comment: String
    /// The selector of the records' elements; `nil` where the page is the record.
    var each: String?
    var fields: [FieldSketch] = []
}

/// A field in the making.
struct FieldSketch {
    /// What it is called; empty until its values are known.
    var name = ""
    /// The alternatives, the first that yields a value counts.
    var selectors: [String] = []
    /// The header of the table's column, in place of a selector.
    var column: String?
    var reading = Reading()
    var isList = false
    var isRequired = false
    /// Whether its values are words even where they consist of digits.
    var isWord = false
    /// Where the selector came from, such as `the class "price"`.
    var origin = ""
    /// How well the values found fit, and one of them; written behind the origin.
    var evidence = ""
    /// How the name is found; see ``FieldNaming``.
    var hints = NameHints()
}

/// How a field's text becomes its value.
struct Reading: Hashable {
    /// The transforms as they stand in the file: `"number"`.
    var steps: [String] = []
    var type = "string"
    var formats: [String] = []
}

/// What a field's name is made of.
struct NameHints {
    /// The name where it is known: that of a property or a column.
    var given: String?
    /// The names that the site's author gave: classes, data attributes; the best one first.
    var words: [String] = []
    /// The element's name.
    var tag = ""
    /// What is taken.
    var kind = Kind.text

    enum Kind: Hashable {
        case text, link, image, time, attribute
    }
}
