public import Basics
public import Records

extension Trace {
    /// One way to get a field's value, and what became of it.
    public struct Alternative: Hashable, Sendable {
        /// Where a value comes from, as the rules file calls it.
        public enum Origin: String, Hashable, Sendable {
            case select
            case from
            case value
            case template
            case `case`
            /// Objects, with their own fields or those of the field around.
            case fields
        }

        /// What became of an alternative.
        public enum Outcome: Hashable, Sendable {
            /// The field has its value.
            case taken
            /// It gave none, and the field has its default.
            case fallback
            /// What its `when` asks for is not there.
            case conditionNotMet(String)
            /// There is no such place as its `in` or its `column` says.
            case noPlace
            /// Earlier fields that it needs have no value.
            case missing([String])
            /// No selector matched.
            case noMatch
            /// What was taken is empty.
            case empty
            /// No arm of its `case` matched.
            case noArm
            /// A step failed, or the value does not fit the type.
            case failed(String)
            /// The steps gave no value.
            case noValue
            /// No element gave a field.
            case noField
            /// Objects are nested too deep.
            case tooDeep
            /// A plugin's program has not answered.
            case withheld
            /// An earlier alternative gave the value.
            case notReached
        }

        /// Where it stands in the rules file.
        public var place: Location
        /// Where its value comes from.
        public var origin: Origin
        /// The type that its value is read as.
        public var type: String
        /// What became of it.
        public var outcome = Outcome.notReached
        /// What its `when` asks for; `nil` where it has none.
        public var condition: Selector?
        /// The element that its selectors looked from, where it is not the record's own.
        public var start: Node?
        /// The arms of a `case`, in their order.
        public var arms: [Arm] = []
        /// What was tried to get a value: each selector, or the one value of an alternative without any.
        public var attempts: [Attempt] = []
        /// Its steps, where they stand in the rules file.
        public var steps: [StepUse] = []
    }

    /// A step of the rules file.
    public struct StepUse: Hashable, Sendable {
        /// The transform's name.
        public var name: String
        /// Where it stands in the rules file.
        public var place: Location
    }

    /// An arm of a `case`.
    public struct Arm: Hashable, Sendable {
        /// Its selector.
        public var selector: Selector
        /// Its value.
        public var value: Value
        /// Whether it was chosen.
        public var isTaken: Bool
    }

    /// One attempt of an alternative to get a value.
    public struct Attempt: Hashable, Sendable {
        /// The selector that was looked for; `nil` where the value comes from elsewhere.
        public var selector: Selector?
        /// What became of it.
        public var outcome = Alternative.Outcome.notReached
        /// The values that were taken, each with its way through the steps.
        public var readings: [Reading] = []
        /// The elements that objects were made of.
        public var objects: [Element] = []
    }

    /// A value on its way from the page to the field.
    public struct Reading: Hashable, Sendable {
        /// The element that it was taken of.
        public var node: Node
        /// The value as it was taken.
        public var taken: Value
        /// Whether it is the list of what all earlier readings came to.
        public var isGathered = false
        /// The steps that it went through.
        public var steps: [Step] = []
        /// What the field's type made of it: one value, or each element of a list.
        public var typed: [Value] = []
        /// Why what it came to does not fit the type, a message each.
        public var failures: [String] = []
    }

    /// A step that a value went through.
    public struct Step: Hashable, Sendable {
        /// The transform's name.
        public var name: String
        /// Where it stands in the rules file.
        public var place: Location
        /// The value before it.
        public var before: Value
        /// The value after it; `nil` where there is none.
        public var after: Value?
        /// Why it made nothing of the value, or of elements of it, a message each.
        public var failures: [String] = []
    }
}
