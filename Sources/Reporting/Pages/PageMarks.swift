import Scraping

/// What of a page is pointed at: each mark stands for a field of a record, or for a record, and for elements of the
/// page that show it.
struct PageMarks {
    /// A mark's elements and what it is for.
    struct Mark {
        /// Which of the page's colours it has; `nil` for a record.
        var color: Int?
        /// The elements of the page's own tree, by their order in it.
        var elements: [Int]
    }

    /// The elements by the paths of a trace.
    private let places: [String: [Int]]
    private(set) var marks: [Mark] = []
    /// The names of the fields, in the order of their colours.
    private(set) var fields: [String] = []
    private var colors: [String: Int] = [:]

    init(places: [String: [Int]]) {
        self.places = places
    }

    /// The colour of a field: the same for all fields of a name.
    mutating func color(of field: String) -> Int {
        if let known = colors[field] { return known }
        colors[field] = fields.count
        fields.append(field)
        return fields.count - 1
    }

    /// The number of a new mark; `nil` where the nodes come from nowhere on the page.
    mutating func mark(_ nodes: [Trace.Node], color: Int?) -> Int? {
        var elements: [Int] = []
        var known: Set<Int> = []
        for element in nodes.flatMap({ places[$0.path] ?? [] }) where known.insert(element).inserted {
            elements.append(element)
        }
        guard !elements.isEmpty else { return nil }
        marks.append(Mark(color: color, elements: elements))
        return marks.count - 1
    }

    /// The marks of each element, fields before records: who points at both means the field.
    var byElement: [Int: [Int]] {
        var all: [Int: [Int]] = [:]
        for isField in [true, false] {
            for (number, mark) in marks.enumerated() where (mark.color != nil) == isField {
                for element in mark.elements { all[element, default: []].append(number) }
            }
        }
        return all
    }

    /// The hue of a colour in degrees: each far from those before it.
    static func hue(_ color: Int) -> Int { (color * 137 + 210) % 360 }
}
