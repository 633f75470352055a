package import DOM
package import Language
package import Records
package import Selectors
package import Sources
package import Values

/// Observes how a page is read: the searches, their matches and the results.
///
/// Events are reported in order; a phase that has begun is open until it ends. Reading is generic over its observer, so
/// that no event is created for ``NoObserver``.
package protocol ScrapeObserver: PhaseObserver {
    /// Receives an event.
    func observe(_ event: @autoclosure () -> ReadingEvent)
}

/// An event of reading a page.
package enum ReadingEvent {
    // The tree.
    /// The page has been parsed; no preparation has changed the tree.
    case parsed(Page, Document)
    /// The preparations have changed the tree.
    case prepared(Document)
    /// The page has been read; the tree is in the state after the preparations.
    case finished

    // Preparations.
    case beganPreparation(PreparationRule)
    /// A selector of a preparation has been evaluated. `counts`: the preparation works on the matches.
    case searchedToPrepare(SelectorList, below: NodeRef, [NodeRef], counts: Bool)
    /// The preparation has created an element from other nodes.
    case made(NodeRef, of: [NodeRef])
    /// The preparation has explained its treatment of an element.
    case reason(String, NodeRef)
    case endedPreparation(Trace.Preparation.Outcome, matches: Int)

    // Selectors.
    /// A selector of a record type or field has been evaluated.
    case searched(SelectorList, SelectorSearch.Kind, from: NodeRef, [NodeRef])

    // Record types.
    case beganRecords(RecordRule)
    case beganLayout(NodeRule)
    /// The elements below which a layout's elements are searched for.
    case within(SelectorList, NodeRule, matches: Int)
    /// The elements of a layout.
    case each(SelectorList, NodeRule, matches: Int)
    /// The elements in which a layout's condition is met.
    case condition(SelectorList, NodeRule, matches: Int)
    case endedLayout(NodeRule)
    /// A record type has been read. `kept`: the indices of the records that remain, in order; `nested`: of those that
    /// are nested in them; `start`: the index of the first of them among all records.
    case endedRecords(RecordRule, kept: [Int], nested: Set<Int>, start: Int)
    /// An entry of the record type's `expect`.
    case expectation(Expectation, isForPage: Bool, shortfalls: [String])

    // Elements of records and objects.
    case beganElement(NodeRef)
    case endedElement(Trace.Element.Outcome)
    /// An element of the layout is read again with a program's answer, which replaces its earlier events.
    case rereads(element: Int)

    // Fields.
    case beganField(FieldRule)
    case endedField(FieldRule, Value?)
    /// An alternative whose condition is not met.
    case skipped(FieldAlternative, SelectorList, at: NodeRef)
    case beganAlternative(FieldAlternative)
    case endedAlternative(FieldAlternative, Value?, isWithheld: Bool)
    /// Why an alternative has no value, if its attempts do not show it.
    case became(Trace.Alternative.Outcome)
    /// The element from which an alternative's selectors are evaluated is missing; the column, if that is the reason.
    case becameWithoutPlace(MissingColumn?)
    /// The element from which an alternative's selectors are evaluated, if it is not the record's.
    case start(NodeRef)
    /// The arm of a case that applies.
    case arm(Int?)

    // Attempts and values.
    case attempt(SelectorList, at: NodeRef, matches: Int)
    /// The one attempt of an alternative without selectors.
    case attemptWithoutSelector
    case beganReading(NodeRef, Value, isGathered: Bool)
    case step(Step, before: Value, after: Value?, failures: [StepError])
    case endedReading(hasValue: Bool)
    /// The last reading's value, or an element of it, read as the field's type.
    case typed(Value)
    case untyped(StepError)
}

/// The observer that does nothing.
package struct NoObserver: ScrapeObserver {
    package init() {}
    package func observe(_ event: @autoclosure () -> ReadingEvent) {}
    package func enter(_ phase: Phase) {}
    package func leave() {}
}

/// Several observers of one reading.
package struct ObserverGroup: ScrapeObserver {
    private let observers: [any ScrapeObserver]

    package init(_ observers: [any ScrapeObserver]) { self.observers = observers }

    package func observe(_ event: @autoclosure () -> ReadingEvent) {
        let event = event()
        for observer in observers { observer.observe(event) }
    }

    package func enter(_ phase: Phase) {
        for observer in observers { observer.enter(phase) }
    }

    package func leave() {
        for observer in observers { observer.leave() }
    }
}

extension ScrapeObserver {
    // Most observers do not look at phases.
    package func enter(_ phase: Phase) {}
    package func leave() {}
}
