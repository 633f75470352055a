public import Records
public import Selectors
package import Values

// The arguments that are more than plain JSON, as the reader of rules has resolved them.
extension Arguments {
    /// The element selectors in an argument, one or a list of them.
    ///
    /// - Parameter key: the argument's key; empty if the arguments are not an object.
    /// - Throws: the mistake in a selector, if the arguments were not read from a rules file.
    public func elements(_ key: String) throws(StepError) -> [SelectorList] {
        if let lists = resolved[key] as? [SelectorList] { return lists }
        let value = key.isEmpty ? value : self[key] ?? .null
        var lists: [SelectorList] = []
        for text in Arguments(value).strings { lists.append(try Arguments.selector(text, key)) }
        return lists
    }

    /// The selector in an argument; `nil` if it is missing.
    ///
    /// - Throws: the mistake in the selector, if the arguments were not read from a rules file.
    public func selector(_ key: String) throws(StepError) -> SelectorList? {
        if let list = resolved[key] as? SelectorList { return list }
        guard let text = self[key]?.string else { return nil }
        return try Arguments.selector(text, key)
    }

    private static func selector(_ text: String, _ key: String) throws(StepError) -> SelectorList {
        do throws(SelectorError) { return try SelectorList(text) } catch {
            throw StepError(
                error.messageInContext,
                argument: key,
                help: error.suggestion.map { "did you mean \"\($0)\"?" }
            )
        }
    }

    /// The source that an argument names; `nil` if it is missing, or was not read from a rules file.
    package func source(_ key: String) -> SourceRule? { resolved[key] as? SourceRule }

    /// Where selectors look, as given by an argument; the record's own element if it is missing.
    package func place(_ key: String) -> FieldScope.Place {
        resolved[key] as? FieldScope.Place ?? .record
    }
}

/// Where a field's selectors look.
package struct FieldScope: Hashable, Sendable {
    /// The element from which they look.
    package enum Place: Hashable, Sendable {
        /// The record's own.
        case record
        /// The whole page.
        case document
        /// The nearest of the record's element and its ancestors that matches.
        case closest(SelectorList)
        /// The nearest ancestor of the record's element that matches.
        case ancestor(SelectorList)
        /// The nearest match before the record's element.
        case previous(SelectorList)
        /// The nearest match after the record's element and its descendants.
        case next(SelectorList)
        /// The elements elsewhere on the page that the record refers to.
        case join(Join)
        /// Not the page, but its request, or the answer's status and header.
        case asked(AskedTree)

        /// The selectors of the place.
        package var lists: [SelectorList] {
            switch self {
            case .record, .document, .asked: []
            case .closest(let list), .ancestor(let list), .previous(let list), .next(let list): [list]
            case .join(let join): [join.elements, join.key.selector, join.by.selector]
            }
        }

        /// Why there is no such place on a page, seen from the record's element; `nil` for one that is on every page.
        package var absence: String? {
            switch self {
            case .record, .document, .asked: nil
            case .closest(let list): "neither it nor an element around it matches `\(list)`"
            case .ancestor(let list): "no element around it matches `\(list)`"
            case .previous(let list): "no element that begins before it matches `\(list)`"
            case .next(let list): "no element after it matches `\(list)`"
            case .join(let join): "it refers by `\(join.by.selector)` to no element of `\(join.elements)`"
            }
        }
    }

    /// A tree of the data about how a page was fetched.
    package enum AskedTree: String, Sendable {
        /// Inputs and values by their names.
        case request
        /// The status and header of the answer.
        case response
    }

    /// How an element refers to other elements of the page: by a value that is the other element's key.
    package struct Join: Hashable, Sendable {
        /// The elements that can be referred to, in the whole page.
        package let elements: SelectorList
        /// The key of such an element, whose selector is evaluated from the element itself.
        package let key: Key
        /// The keys that the record's element refers to.
        package let by: Key
    }

    /// How a key is taken from an element.
    package struct Key: Hashable, Sendable {
        package let selector: SelectorList
        /// What is made of each match.
        package let steps: [Step]

        package static func == (left: Key, right: Key) -> Bool {
            left.selector == right.selector
                && left.steps.elementsEqual(right.steps) { $0.isSame(as: $1) }
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(selector)
            hasher.combine(steps.count)
        }
    }

    package var place = Place.record
    /// The header of the table's column that contains the cell, in alternative spellings.
    package var column: [String] = []
    /// The texts of a label; the value follows one of them.
    package var labels: [Label] = []

    /// A spelling of a label.
    package struct Label: Hashable, Sendable {
        package let text: String
        /// The language that it is for, in the form of a page's `lang`; `nil` for any.
        package let language: String?
    }

    package init() {}

    /// Whether its values depend only on the element that ``Place`` and the column give, which several records may have
    /// in common.
    package var isOutsideRecord: Bool {
        switch place {
        case .record, .join, .asked: false
        // The labels are those of the place, not of the column's cell.
        case .document, .closest, .ancestor, .previous, .next: column.isEmpty || labels.isEmpty
        }
    }
}
