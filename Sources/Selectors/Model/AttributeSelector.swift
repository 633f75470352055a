/// `[name]`, `[name=value]` and the other conditions on an attribute.
struct AttributeSelector: Hashable, Sendable {
    /// Which attributes are looked at.
    enum Subject: Hashable, Sendable {
        case named(NamespaceConstraint, ByteText)
        /// `[^data-]`: those whose names begin so. Not standard.
        case prefixed(ByteText)
        /// `[*]`: any at all. Not standard.
        case any
    }

    /// How the attribute's value is compared.
    enum Operator: String, Hashable, Sendable {
        case equals = "="
        /// `~=`: one of the words.
        case includes = "~="
        /// `|=`: the value, or followed by a hyphen.
        case dashMatch = "|="
        case prefix = "^="
        case suffix = "$="
        case substring = "*="
        /// `!=`: has not this value; elements without the attribute match too. Not standard.
        case notEquals = "!="
    }

    /// Whether `A`–`Z` and `a`–`z` are the same.
    enum CaseRule: Hashable, Sendable {
        /// As HTML says for this attribute: exactly for most.
        case byAttribute
        /// `i`
        case insensitive
        /// `s`
        case sensitive
    }

    struct Condition: Hashable, Sendable {
        var `operator`: Operator
        var value: ByteText
        var caseRule: CaseRule
        /// A value that CSS wants in quotes stands without them (`[href^=/wiki]`). Not standard, and known from
        /// one library, which compares without regard to case: so is done here.
        var isBare = false
    }

    var subject: Subject
    var condition: Condition?
}

extension AttributeSelector: CustomStringConvertible {
    var description: String {
        let subject =
            switch subject {
            case .named(let namespace, let name): namespace.description + CSSText.identifier(name)
            case .prefixed(let prefix): "^" + CSSText.identifier(prefix)
            case .any: "*"
            }
        return "[" + subject + (condition?.description ?? "") + "]"
    }
}

extension AttributeSelector.Condition: CustomStringConvertible {
    var description: String {
        let flag =
            switch caseRule {
            case .byAttribute: ""
            case .insensitive: " i"
            case .sensitive: " s"
            }
        return self.operator.rawValue + (isBare ? value.string : CSSText.string(value)) + flag
    }
}
