public import Basics
public import Language
import Records
import Values

/// A part of a rules file that a page may or may not exercise.
public struct Construct: Hashable, Sendable {
    /// The kind of a construct.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case preparation
        /// A record type.
        case record
        /// A layout of a record type that has several.
        case layout
        /// One of several selectors for a record's elements or a field.
        case selector
        /// An alternative of a field.
        case alternative
        /// An arm of a `case`.
        case arm
        /// A step of an `apply`: a transform.
        case step
    }

    /// Its kind.
    public var kind: Kind
    /// Its location in the rules file.
    public var place: Location
    /// Its name in messages: `Plant.height, alternative 2`.
    public var name: String
}

extension Rules {
    /// The constructs of the rules file, in order, to compare with ``Trace/exercised``.
    public var constructs: [Construct] {
        var reader = ConstructReader(self)
        reader.read()
        return reader.constructs
    }
}

/// Collects the constructs of a rules file.
private struct ConstructReader {
    private let rules: Rules
    private(set) var constructs: [Construct] = []

    init(_ rules: Rules) {
        self.rules = rules
    }

    mutating func read() {
        for preparation in rules.preparations { add(.preparation, preparation.range, preparation.name) }
        for record in rules.records {
            add(.record, record.range, record.name)
            guard case .nodes(let layouts) = record.content else { continue }
            for (index, layout) in layouts.enumerated() {
                if layouts.count > 1 { add(.layout, layout.range, "\(record.name), layout \(index + 1)") }
                addSelectors(layout.each.map { rules.place(of: $0, in: layout.range) }, record.name)
                read(layout.fields, of: record.name)
            }
        }
    }

    private mutating func read(_ fields: [FieldRule], of owner: String) {
        for field in fields {
            let name = "\(owner).\(field.name)"
            for (index, alternative) in field.alternatives.enumerated() {
                let isOne = field.alternatives.count == 1
                add(.alternative, alternative.range, isOne ? name : "\(name), alternative \(index + 1)")
                read(alternative, name)
            }
        }
    }

    private mutating func read(_ alternative: FieldAlternative, _ name: String) {
        switch alternative.origin {
        case .select(let lists):
            addSelectors(lists.map { rules.place(of: $0, in: alternative.range) }, name)
        case .nested(let lists, let fields):
            addSelectors(lists.map { rules.place(of: $0, in: alternative.range) }, name)
            if case .own(let rules) = fields { read(rules, of: name) }
        case .cases(let arms):
            for arm in arms { add(.arm, arm.range, "\(name), `\(arm.selector)`") }
        case .labels(let lists): addSelectors(lists.map { rules.place(of: $0, in: alternative.range) }, name)
        case .from, .value, .template, .request: break
        }
        for step in alternative.steps { add(.step, step.range, "\(name), \(step.transform.name)") }
    }

    /// Adds selectors if there are several; a single one is exercised with the construct that contains it.
    private mutating func addSelectors(_ uses: [SelectorUse?], _ name: String) {
        if uses.count < 2 { return }
        for use in uses.compactMap({ $0 }) { add(.selector, use.range, "\(name), `\(use.text)`") }
    }

    private mutating func add(_ kind: Construct.Kind, _ range: Range<Int>, _ name: String) {
        var place = rules.sources.location(of: range)
        place.excerpt = nil
        constructs.append(Construct(kind: kind, place: place, name: name))
    }
}

extension Trace {
    /// A construct of the rules file by its kind and place.
    public struct Use: Hashable, Sendable {
        /// Its kind.
        public var kind: Construct.Kind
        /// Its location in the rules file.
        public var place: Location

        /// A use of a construct.
        public init(_ kind: Construct.Kind, at place: Location) {
            self.kind = kind
            self.place = place
        }
    }

    /// The constructs of the rules file that the page has exercised: preparations that found elements, record types and
    /// layouts with records, alternatives, selectors and arms with a value, and steps that returned one.
    public var exercised: Set<Use> {
        var uses: Set<Use> = []
        for preparation in preparations where preparation.outcome == .made {
            uses.insert(Use(.preparation, at: preparation.place))
        }
        for type in records {
            if type.count > 0 { uses.insert(Use(.record, at: type.place)) }
            for layout in type.layouts { layout.addUses(to: &uses) }
        }
        return uses
    }
}

extension Trace.Layout {
    fileprivate func addUses(to uses: inout Set<Trace.Use>) {
        for element in elements {
            element.addUses(to: &uses)
            guard case .record = element.outcome else { continue }
            uses.insert(Trace.Use(.layout, at: place))
            // The selectors are tried in order up to the first that matches.
            let selector = selectors.last { $0.matches != nil }
            if let place = selector?.place { uses.insert(Trace.Use(.selector, at: place)) }
        }
    }
}

extension Trace.Element {
    fileprivate func addUses(to uses: inout Set<Trace.Use>) {
        for alternative in fields.flatMap(\.alternatives) {
            if alternative.outcome == .taken || alternative.outcome == .fallback {
                uses.insert(Trace.Use(.alternative, at: alternative.place))
            }
            for arm in alternative.arms where arm.isTaken {
                if let place = arm.selector.place { uses.insert(Trace.Use(.arm, at: place)) }
            }
            for attempt in alternative.attempts { attempt.addUses(to: &uses) }
        }
    }
}

extension Trace.Attempt {
    fileprivate func addUses(to uses: inout Set<Trace.Use>) {
        if outcome == .taken, let place = selector?.place { uses.insert(Trace.Use(.selector, at: place)) }
        for step in readings.flatMap(\.steps) where step.after != nil {
            uses.insert(Trace.Use(.step, at: step.place))
        }
        for object in objects { object.addUses(to: &uses) }
    }
}
