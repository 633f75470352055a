import DOM
import Selectors

/// A field of a trace that is being read.
struct OpenField {
    /// A selector that matched nothing, which counts where the field comes out without a value.
    struct Miss {
        let alternative: Int
        /// Which of its attempts; `nil` for its condition.
        let attempt: Int?
        let list: SelectorList
        let scope: NodeRef
    }

    var field: Trace.Field
    var misses: [Miss] = []
    /// The readings of the open attempt that have come to a value, to be read as the field's type.
    var pending: [Int] = []
}
