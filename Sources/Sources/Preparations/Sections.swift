import Basics
import DOM
import Language
import Patterns
import Records
import Selectors
import Values

extension Preparation {
    /// Gives a flat run of elements the structure that its headings mean: an element `section` for each
    /// heading, its text the attribute `title`, with all that follows up to the next one inside.
    ///
    /// - `in`: the elements whose children become sections.
    /// - `start`: what a heading is: a list of texts, a selector, or `{"pattern": …}` for its text.
    /// - `levels`: instead of `start`, a list of selectors: a heading of a later one makes a section within
    /// that of
    ///   an earlier one.
    /// - `once`: each text of the list has exactly one section: one that occurs again continues its section,
    /// one that
    ///   does not occur has an empty one. An element without any of them is reported.
    /// - `run-in`: with a list of texts, a regular expression for what separates a heading from text in the
    /// same
    ///   element, which becomes the section's first one.
    /// - `before`: what happens to content before the first heading: `keep` makes it a section without a
    /// title,
    ///   `warn` removes and reports it.
    static let sections = Preparation(
        name: "sections",
        about: "gives a flat run of elements the structure that its headings mean",
        arguments: .object(
            [
                Argument("in", "the elements whose children become sections", .elements, isRequired: true),
                Argument(
                    "start",
                    "what a heading is: a list of texts, a selector, or a regular expression for its text",
                    .either([
                        .elements, .list(.text),
                        .object([Argument("pattern", "a regular expression", .pattern, isRequired: true)]),
                    ])
                ),
                Argument(
                    "levels",
                    "selectors; a later one makes sections within those of an earlier one",
                    .elementsList
                ),
                Argument("once", "whether each text of the list has exactly one section", .boolean),
                Argument(
                    "run-in",
                    "with a list of texts, a regular expression for what separates a heading from text in the same element",
                    .pattern
                ),
                Argument(
                    "before",
                    "what happens to elements before the first heading",
                    .word(Sectioning.Before.allCases.map(\.rawValue))
                ),
            ],
            oneOf: ["start", "levels"]
        )
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("in")
        let sectioning = try Sectioning(arguments)
        return { context throws(ParseError) in
            for element in context.select(lists) where context.isAttached(element) {
                try sectioning.apply(to: element, &context)
            }
        }
    }
}

extension Sectioning {
    /// Reads the arguments of `sections`.
    fileprivate init(_ arguments: Arguments) throws(StepError) {
        if arguments["levels"] != nil {
            levels = try arguments.elements("levels").map(Heading.selector)
        } else {
            levels = [try Sectioning.start(arguments)]
        }
        once = arguments["once"] == true
        before = arguments["before"]?.string.flatMap(Before.init) ?? .keep
        for key in ["once", "run-in"] where arguments[key] != nil && arguments[key] != false {
            if levels.texts != nil { continue }
            throw StepError("\"\(key)\" goes with a list of texts for \"start\"", argument: key)
        }
        guard let pattern = arguments["run-in"]?.string else {
            runIn = nil
            return
        }
        do throws(PatternError) { runIn = try RunIn(pattern) } catch {
            throw StepError(error.message, argument: "run-in")
        }
    }

    private static func start(_ arguments: Arguments) throws(StepError) -> Heading {
        if let pattern = arguments["start"]?["pattern"]?.string {
            do throws(PatternError) {
                let pattern = try Pattern(pattern)
                if !pattern.matchesEmptyText { return .pattern(pattern) }
            } catch {
                throw StepError(error.message, argument: "start.pattern")
            }
            throw StepError("the regular expression matches the empty text", argument: "start.pattern")
        }
        guard let texts = arguments["start"]?.list?.map({ WhiteSpace.collapse($0.text) }) else {
            let lists = try arguments.elements("start")
            return lists.first.map(Heading.selector) ?? .texts([])
        }
        if Set(texts).count < texts.count {
            throw StepError("a text occurs twice in \"start\"", argument: "start")
        }
        return .texts(texts)
    }
}
