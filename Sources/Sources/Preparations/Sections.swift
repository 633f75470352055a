import Basics
import DOM
import Language
import Patterns
import Records
import Selectors
import Values

extension Preparation {
    /// Gives a flat sequence of elements the structure that its headings imply: an element `section` for each heading,
    /// with the heading's text as attribute `title`, that contains everything up to the next heading.
    ///
    /// - `in`: the elements whose children become sections.
    /// - `start`: the headings: a list of texts, a selector, or `{"pattern": …}` for their text.
    /// - `levels`: instead of `start`, a list of selectors: a heading that a later one matches makes a section within
    ///   that of an earlier one.
    /// - `once`: each text of the list has exactly one section: a repeated text continues its section, a missing one
    ///   has an empty section. An element without any of them is reported.
    /// - `run-in`: with a list of texts, a regular expression for the separator between a heading and text in the same
    ///   element, which becomes the section's first element.
    /// - `before`: what happens to content before the first heading: `keep` makes it a section without a
    /// title,
    ///   `warn` removes and reports it.
    /// - `unknown`: what happens to an element that looks like a heading but is none of the texts, or does not match
    ///   the regular expression: `warn`, `error`, or a `section` of its own.
    static let sections = Preparation(
        name: "sections",
        about: "groups a flat sequence of elements into sections by their headings",
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
                Argument(
                    "spelling",
                    "with a list of texts: loose if letter case, spaces and punctuation of headings are ignored",
                    .word(["exact", "loose"])
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
                Argument(
                    "unknown",
                    "what happens to a line that looks like a heading but is not a known one: warn (the default) and error report it, section starts one",
                    .word(UnknownLead.allCases.map(\.rawValue))
                ),
            ],
            oneOf: ["start", "levels"]
        )
    ) { arguments throws(StepError) in
        let lists = try arguments.elements("in")
        let sectioning = try Sectioning(arguments)
        return { context throws(ParseError) in
            var first: NodeRef?
            var hasHeading = false
            try context.forEach(lists) { context, element throws(ParseError) in
                first = first ?? element
                hasHeading = try sectioning.apply(to: element, &context) || hasHeading
            }
            // Headings that are given by their texts may all be missing, unless each must have a section.
            if let first, !hasHeading, sectioning.levels.known == nil {
                context.fail("no section found: \(sectioning.headings) matches nothing in it", at: first)
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
        unknown = arguments["unknown"]?.string.flatMap(UnknownLead.init) ?? .warn
        if arguments["unknown"] != nil, levels.known == nil, !levels.isPattern {
            throw StepError(
                "\"unknown\" needs a list of texts or a regular expression for \"start\"",
                argument: "unknown"
            )
        }
        for key in ["once", "run-in", "spelling"] where arguments[key] != nil && arguments[key] != false {
            if levels.known != nil { continue }
            throw StepError("\"\(key)\" needs a list of texts for \"start\"", argument: key)
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
            return lists.first.map(Heading.selector) ?? .texts(KnownHeadings([]))
        }
        if Set(texts).count < texts.count {
            throw StepError("a text occurs twice in \"start\"", argument: "start")
        }
        let isLoose = arguments["spelling"] == "loose"
        let headings = KnownHeadings(texts, isLoose: isLoose)
        if isLoose, let (one, other) = headings.sameKeys {
            throw StepError(
                "\"\(one)\" and \"\(other)\" differ only in what \"spelling\" ignores",
                argument: "start"
            )
        }
        return .texts(headings)
    }
}

extension [Sectioning.Heading] {
    /// Whether headings are determined by a regular expression.
    fileprivate var isPattern: Bool {
        if count == 1, case .pattern = self[0] { return true }
        return false
    }
}
