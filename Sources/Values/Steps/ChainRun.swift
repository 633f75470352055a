import Basics
import Platform
package import Records

/// The application of steps to a value, one after another.
package struct ChainRun {
    /// A step that failed on a value.
    package struct Failure {
        package let error: StepError
        package let step: Step
    }

    package private(set) var failures: [Failure] = []

    package init() {}

    /// The result of the next step; `nil` if it has none or fails.
    package mutating func apply(_ step: Step, to value: Value, _ context: PageContext) -> Value? {
        if step.takesList {
            // The result of a list with missing elements would be wrong.
            return failures.isEmpty ? applyWhole(step, to: value, context) : nil
        }
        guard case .list(let elements) = value else { return applyWhole(step, to: value, context) }
        var results: [Value] = []
        for element in elements {
            if Deadline.isProbablyPast { break }
            switch applyWhole(step, to: element, context) {
            case .list(let parts)?: results += parts
            case let result?: results.append(result)
            case nil: break
            }
        }
        return .list(results)
    }

    private mutating func applyWhole(_ step: Step, to value: Value, _ context: PageContext) -> Value? {
        if case .null = value { return nil }
        do throws(StepError) {
            let result: Value
            if step.takesString, case .string = value {
                result = try step.apply(value, context)
            } else {
                result = try step.apply(try value.converted(to: step.transform.input), context)
            }
            if case .null = result { return nil }
            return result
        } catch {
            failures.append(Failure(error: error, step: step))
            return nil
        }
    }
}

extension ChainRun {
    /// The texts that steps make of a selector's matches, white space collapsed, without empty ones, and the failures.
    ///
    /// Complexity: that of the steps.
    package static func texts(
        of matches: [String],
        _ steps: [Step],
        _ context: PageContext
    ) -> (texts: [String], failures: [Failure]) {
        if steps.isEmpty { return (matches, []) }
        var run = ChainRun()
        let gathering = steps.firstIndex(where: \.gathers) ?? steps.count
        var values: [Value] = []
        for match in matches {
            var value: Value? = .string(match)
            for step in steps[..<gathering] { value = value.flatMap { run.apply(step, to: $0, context) } }
            if let value { values.append(value) }
        }
        var result: Value? = .list(values.flatMap { $0.list ?? [$0] })
        for step in steps[gathering...] { result = result.flatMap { run.apply(step, to: $0, context) } }
        let texts = (result?.list ?? [result].compactMap { $0 }).map { WhiteSpace.collapse($0.text) }
        return (texts.filter { !$0.isEmpty }, run.failures)
    }
}
