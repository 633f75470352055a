import Records

/// A value on its way through a field's steps.
struct ChainRun {
    /// A step that could not make anything of a value.
    struct Failure {
        let error: StepError
        let step: Step
    }

    let context: PageContext
    private let tracer: Tracer?
    private(set) var failures: [Failure] = []

    init(_ context: PageContext, _ tracer: Tracer? = nil) {
        self.context = context
        self.tracer = tracer
    }

    /// What the steps make of a value; `nil` where a step has none, or has failed.
    mutating func run(_ steps: ArraySlice<Step>, on value: Value) -> Value? {
        var value = value
        for step in steps {
            let told = failures.count
            let result = apply(step, to: value)
            tracer?.step(step, value, result, failures[told...])
            guard let result else { return nil }
            value = result
        }
        return value
    }

    private mutating func apply(_ step: Step, to value: Value) -> Value? {
        if step.takesList {
            // What is made of a list some elements of which could not be read would be wrong.
            return failures.isEmpty ? applyWhole(step, to: value) : nil
        }
        guard case .list(let elements) = value else { return applyWhole(step, to: value) }
        var results: [Value] = []
        for element in elements {
            switch applyWhole(step, to: element) {
            case .list(let parts)?: results += parts
            case let result?: results.append(result)
            case nil: break
            }
        }
        return .list(results)
    }

    private mutating func applyWhole(_ step: Step, to value: Value) -> Value? {
        if value == .null { return nil }
        do throws(StepError) {
            let result = try step.apply(try value.converted(to: step.transform.input), context)
            return result == .null ? nil : result
        } catch {
            failures.append(Failure(error: error, step: step))
            return nil
        }
    }
}
