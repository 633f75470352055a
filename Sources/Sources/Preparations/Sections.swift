import Basics
import DOM
import Language
import Records
import Selectors
import Values

extension Preparation {
    /// Gives a flat run of elements the structure that its headings mean: an element `section` for each heading,
    /// its text the attribute `title`, with all that follows up to the next one inside.
    ///
    /// - `in`: whose children are meant.
    /// - `start`: what a heading is: a list of texts, a selector, or `{"pattern": …}` for its text.
    /// - `levels`: instead of `start`, a list of selectors: a heading of a later one makes a section within that of
    ///   an earlier one.
    /// - `once`: each text of the list has exactly one section: one that comes again goes on with its section, one
    ///   that never comes has an empty one. An element without any of them is told.
    /// - `run-in`: with a list of texts, a regular expression for what parts a heading from text in the same element,
    ///   which becomes the section's first one.
    /// - `before`: what becomes of what stands before the first heading: `keep` makes it a section without a
    ///   title, `warn` cuts it out and tells of it.
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
                    "selectors, of which a later one makes sections within those of an earlier one",
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
        do throws(Values.PatternError) { runIn = try RunIn(pattern) } catch {
            throw StepError(error.description, argument: "run-in")
        }
    }

    private static func start(_ arguments: Arguments) throws(StepError) -> Heading {
        if let pattern = arguments["start"]?["pattern"]?.string {
            do throws(Values.PatternError) {
                let pattern = try RegularExpression(pattern)
                if !pattern.matchesNothing { return .pattern(pattern) }
            } catch {
                throw StepError(error.description, argument: "start.pattern")
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

/// How a run of elements is cut into sections.
struct Sectioning: Sendable {
    /// What a heading is.
    enum Heading: Sendable {
        case texts([String])
        case selector(SelectorList)
        case pattern(RegularExpression)
    }

    /// What becomes of what stands before the first heading.
    enum Before: String, CaseIterable, Sendable {
        case keep
        case warn
    }

    /// The headings of each level, the outermost first.
    let levels: [Heading]
    let once: Bool
    /// What parts a heading from text in the same element; `nil` where a heading stands alone.
    let runIn: RunIn?
    let before: Before

    func apply(to container: NodeRef, _ context: inout PreparationContext) throws(ParseError) {
        let document = context.document
        guard let section = document.intern("section".utf8), let title = document.intern("title".utf8) else {
            throw ParseError.outOfMemory
        }
        let children = self.children(of: container, &context)
        var sections: [String: NodeRef] = [:]
        /// The open sections, each within the one before it.
        var open: [(level: Int, element: NodeRef)] = []
        var preamble: [NodeRef] = []
        for (node, heading) in children {
            guard let heading else {
                if let innermost = open.last {
                    document.move(node, to: innermost.element)
                } else {
                    preamble.append(node)
                }
                continue
            }
            document.remove(node)
            if once, let known = sections[heading.text] {
                open = [(0, known)]
            } else {
                while let innermost = open.last, innermost.level >= heading.level { open.removeLast() }
                let parent = open.last?.element ?? container
                guard let element = document.appendElement(section, to: parent, line: node.line) else {
                    throw ParseError.outOfMemory
                }
                document.setAttribute(title, of: element, to: heading.text.utf8)
                sections[heading.text] = element
                open.append((heading.level, element))
            }
            if let rest = heading.rest, let section = open.last?.element {
                try keep(rest, as: node.name, in: section, line: node.line, document)
            }
        }
        try settle(preamble, in: container, section, &context)
        guard once, let texts = levels.texts else { return }
        // Where no heading is there at all, empty sections would be made of nothing.
        if sections.isEmpty {
            let headings = texts.map { "\"\($0)\"" }.joined(separator: ", ")
            context.fail("no section is there: none of \(headings) begins one", at: container)
            return
        }
        try complete(texts, sections, in: container, section: section, title: title, document)
    }

    /// The children of an element, each with its level and text where it is a heading.
    private func children(
        of container: NodeRef,
        _ context: inout PreparationContext
    ) -> [(node: NodeRef, heading: Found?)] {
        let matcher = Matcher(context.document)
        var children: [(node: NodeRef, heading: Found?)] = []
        var child = container.firstChild
        while let node = child {
            children.append((node, node.isElement ? heading(node, matcher, &context) : nil))
            child = node.nextSibling
        }
        return children
    }

    /// A heading that is there.
    private struct Found {
        let level: Int
        let text: String
        /// The text behind it in the same element.
        var rest: String?
    }

    /// What an element is the heading of, otherwise `nil`.
    private func heading(
        _ node: NodeRef,
        _ matcher: Matcher,
        _ context: inout PreparationContext
    ) -> Found? {
        let document = context.document
        let text = { WhiteSpace.collapse(String(decoding: document.text(of: node), as: UTF8.self)) }
        for (level, heading) in levels.enumerated() {
            switch heading {
            case .selector(let list):
                if matcher.matches(list, node, scope: nil) { return Found(level: level, text: text()) }
            case .texts(let texts):
                let text = text()
                if texts.contains(text) { return Found(level: level, text: text) }
                do throws(StepError) {
                    guard let runIn, let (heading, rest) = try runIn.split(text, of: node, texts, document)
                    else { continue }
                    return Found(level: level, text: heading, rest: rest)
                } catch {
                    context.warn("the pattern of a section: \(error)", at: node)
                }
            case .pattern(let pattern):
                let text = text()
                do throws(StepError) {
                    if !(try pattern.matches(in: text, limit: 1)).isEmpty {
                        return Found(level: level, text: text)
                    }
                } catch {
                    context.warn("the pattern of a section: \(error)", at: node)
                }
            }
        }
        return nil
    }
}

extension [Sectioning.Heading] {
    /// The texts of headings that are told by their texts.
    var texts: [String]? {
        guard count == 1, case .texts(let texts) = self[0] else { return nil }
        return texts
    }
}

/// How a heading is told from text in the same element: a run-in heading.
struct RunIn: Sendable {
    /// What parts the two, at the beginning of a text.
    private let separator: RegularExpression

    /// - Parameter pattern: a regular expression for what parts them, which is known to compile.
    init(_ pattern: String) throws(Values.PatternError) {
        if try RegularExpression(pattern).matchesNothing {
            throw Values.PatternError(
                description: "the regular expression matches the empty text, so that it separates nothing"
            )
        }
        separator = try RegularExpression("\\A(?:\(pattern))")
    }

    /// The heading that a text begins with, and what stands behind it.
    ///
    /// The heading is one of `texts`, and behind it stands either what parts the two, or, where the element is a line
    /// whose attribute `lead` is the heading, white space.
    func split(
        _ text: String,
        of element: NodeRef,
        _ texts: [String],
        _ document: Document
    ) throws(StepError) -> (heading: String, rest: String)? {
        let lead = document.existingName("lead".utf8).flatMap(element.attribute).map {
            WhiteSpace.collapse($0.string)
        }
        // Of two headings one of which begins with the other, the longer is meant.
        for heading in texts.sorted(by: { $0.utf8.count > $1.utf8.count }) where text.hasPrefix(heading) {
            let rest = String(text.dropFirst(heading.count))
            let units = Array(rest.utf16)
            if let match = try separator.matches(in: rest, limit: 1).first, let range = match.first ?? nil {
                return (heading, WhiteSpace.trim(units.text(range.upperBound..<units.count)))
            }
            if lead == heading, rest.first?.isWhitespace == true { return (heading, WhiteSpace.trim(rest)) }
        }
        return nil
    }
}
