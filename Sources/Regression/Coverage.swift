import Records
public import Scraping

/// How much of rules files a corpus exercises, and by which of its cases.
///
/// Rules files are added with ``add(_:)``, pages with ``add(_:by:)``; a construct that several rules files extend is one
/// construct, at the place where it stands.
public struct Coverage: Sendable {
    /// A construct of a rules file and the cases that exercise it.
    public struct Entry: Hashable, Sendable {
        /// The construct.
        public let construct: Construct
        /// The cases that exercise it, in the order in which they were added.
        public internal(set) var cases: [String] = []
    }

    /// The constructs of one file, in the order in which they stand in it.
    public struct FileCoverage: Hashable, Sendable {
        /// The file's name.
        public let file: String
        /// Its constructs.
        public let entries: [Entry]

        /// How many of them are exercised.
        public var exercised: Int { entries.count { !$0.cases.isEmpty } }
    }

    private var entries: [Entry] = []
    /// The places of the entries among them.
    private var places: [Trace.Use: Int] = [:]

    /// No rules files, no cases.
    public init() {}

    /// Adds what may be exercised of a rules file, and of those that it extends.
    public mutating func add(_ rules: Rules) {
        for construct in rules.constructs {
            let use = Trace.Use(construct.kind, at: construct.place)
            if places[use] != nil { continue }
            places[use] = entries.count
            entries.append(Entry(construct: construct))
        }
    }

    /// Adds what a page has exercised.
    ///
    /// - Parameter name: what the page is called: `site/case`.
    public mutating func add(_ trace: Trace, by name: String) { add(trace.exercised, by: name) }

    mutating func add(_ uses: Set<Trace.Use>, by name: String) {
        for use in uses {
            guard let place = places[use], entries[place].cases.last != name else { continue }
            entries[place].cases.append(name)
        }
    }

    /// The files, by name.
    public var files: [FileCoverage] {
        let byFile = Dictionary(grouping: entries) { $0.construct.place.file }
        return byFile.sorted { $0.key < $1.key }.map { file, entries in
            FileCoverage(file: file, entries: entries.sorted { $0.position < $1.position })
        }
    }

    /// How many constructs there are.
    public var count: Int { entries.count }

    /// How many of them are exercised.
    public var exercised: Int { entries.count { !$0.cases.isEmpty } }

    /// The share of the constructs that is exercised, in percent; 100 where there are none.
    public var percent: Double { Coverage.percent(exercised, of: count) }

    /// A share in percent.
    public static func percent(_ part: Int, of whole: Int) -> Double {
        whole == 0 ? 100 : Double(part) * 100 / Double(whole)
    }
}

extension Coverage.Entry {
    /// Where it stands in its file.
    fileprivate var position: (Int, Int) { (construct.place.line ?? 0, construct.place.column ?? 0) }
}
