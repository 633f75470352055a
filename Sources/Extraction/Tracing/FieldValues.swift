import DOM
import Language
import Records
import Selectors
import Values

/// Reads texts as a field would, to find its values in other places of a page.
struct FieldValueReader {
    let rule: FieldAlternative
    let context: PageContext
    private let type: ScalarType

    /// - Returns: `nil` for objects and for fields that read no text.
    init?(_ rule: FieldAlternative, _ context: PageContext) {
        guard case .select = rule.origin, case .scalar(let type) = rule.type.kind,
            !rule.takesJSON || rule.keepsNumbers
        else {
            return nil
        }
        self.rule = rule
        self.context = context
        self.type = type
    }

    /// Whether some texts are not values of the field.
    var isSelective: Bool { type.form == .other || !rule.steps.isEmpty }

    /// The value that the field reads from a text; `nil` if the text is not a value, or a program's answer is needed.
    func value(of text: String) -> Value? {
        var value = Value.string(text)
        for step in rule.steps {
            if step.takesList, value.list == nil { value = .list([value]) }
            guard let result = try? step.apply(value.converted(to: step.transform.input), context),
                result != .null
            else { return nil }
            value = result
        }
        if case .list(let elements) = value {
            guard let first = elements.first else { return nil }
            value = first
        }
        guard let typed = try? type.read(value, context) else { return nil }
        return typed == .null || typed == .string("") ? nil : typed
    }
}

extension TraceRecorder {
    /// Properties of the selectors of an alternative.
    func hints(for alternative: FieldAlternative?) -> SelectorHints {
        var hints = SelectorHints(known: knownNames)
        guard let document, let context = pageContext,
            let reader = alternative.flatMap({ FieldValueReader($0, context) }), reader.isSelective
        else { return hints }
        hints.fits = { node, extractor in
            let texts = document.values(of: node, extracting: extractor ?? .text)
            return texts.contains { reader.value(of: String(decoding: $0, as: UTF8.self)) != nil }
        }
        return hints
    }
}
