public import Basics
public import Records

extension Trace {
    /// A construct of the rules file by its kind and place.
    public struct Use: Hashable, Sendable {
        /// What it is.
        public var kind: Construct.Kind
        /// Where it stands in the rules file.
        public var place: Location

        /// A use of a construct.
        public init(_ kind: Construct.Kind, at place: Location) {
            self.kind = kind
            self.place = place
        }
    }

    /// What of the rules file the page has exercised: preparations that found something to work on, record types and
    /// layouts that gave records, alternatives, selectors and arms that gave a value, steps that made a value of one.
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
            // Of several selectors the last one that was looked for is the one that matched.
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
