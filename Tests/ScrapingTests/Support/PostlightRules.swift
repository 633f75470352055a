import Foundation
import RulesTestSupport

/// Generates a rules file from an extractor, in the same way for each.
enum PostlightRules {
    /// The rules' text.
    static func text(_ test: PostlightCase) throws -> String {
        var fields: [String: Any] = [:]
        for (name, field) in test.fields {
            let steps = Set(test.checks.filter { $0.field == name }.flatMap { $0.steps ?? [] })
            fields[name] = self.field(name, field, steps)
        }
        let rules: [String: Any] = ["records": ["Article": ["fields": fields]]]
        return String(decoding: try JSONSerialization.data(withJSONObject: rules), as: UTF8.self)
    }

    private static func field(_ name: String, _ field: PostlightCase.Field, _ steps: Set<String>) -> Any {
        switch name {
        case "content": field.selectors.filter(isValid).map { content($0, field.clean ?? [], steps) }
        case "date_published": dates(field)
        case "lead_image_url": ["select": selectors(field), "type": "url"]
        default: ["select": selectors(field), "apply": self.steps(steps)]
        }
    }

    /// The steps for a text, by their names in the cases.
    private static func steps(_ names: Set<String>) -> [Any] {
        var steps: [Any] = []
        if names.contains("strip_by") { steps.append(["replace": ["(?i)^by\\s+", ""]]) }
        if names.contains("split_title") { steps.append(["replace": ["\\s+[|–—-]\\s+[^|–—-]*$", ""]]) }
        return steps
    }

    /// A list of selectors; the first that yields a value is used.
    private static func selectors(_ field: PostlightCase.Field) -> [String] {
        field.selectors.filter(isValid).flatMap { selector in
            (selector.all ?? [selector.css].compactMap { $0 }).map { css in
                selector.attr.map { attribute in
                    alternatives(css).map { "\($0)::attr(\(attribute))" }.joined(separator: ", ")
                } ?? css
            }
        }
    }

    /// Whether it is a selector: one extractor has a class without a name, which its own engine ignores.
    private static func isValid(_ selector: PostlightCase.Selector) -> Bool {
        (selector.all ?? [selector.css].compactMap { $0 }).allSatisfy { css in
            let text = try? JSONSerialization.data(withJSONObject: css, options: .fragmentsAllowed)
            let json = String(decoding: text ?? Data(), as: UTF8.self)
            return errors("{ \"records\": { \"R\": { \"fields\": { \"x\": \(json) } } } }").isEmpty
        }
    }

    // MARK: - Content

    /// The content that extractors remove from every page.
    private static let junk = [
        "title", "script", "noscript", "link", "style", "hr", "embed", "iframe", "object", "h1",
    ]

    private static func content(
        _ selector: PostlightCase.Selector,
        _ clean: [String],
        _ steps: Set<String>
    ) -> [String: Any] {
        let dropped = clean + (steps.contains("drop_junk_tags_and_h1") ? junk : [])
        var field: [String: Any] = ["type": "text"]
        if !dropped.isEmpty { field["without"] = dropped }
        if let all = selector.all {
            field["select"] = all.joined(separator: ", ")
            field["type"] = ["text"]
        } else {
            field["select"] = selector.css
        }
        return field
    }

    // MARK: - Dates

    /// Extracts the part of a text that may be a date, without meaningless marks: from the first number or month to the
    /// last number, half of the day or zone.
    private static var cleaning: [Any] {
        [
            ["replace": ["(\\d+)[年./-](\\d+)[月./-](\\d+)日?", "$1-$2-$3"]],
            ["replace": ["(\\d+)時(\\d+)分", "$1:$2"]],
            ["replace": ["(\\d)(?:st|nd|rd|th)\\b", "$1"]],
            ["replace": ["\\s+at\\s+|,\\s*", " "]],
            [
                "match": "(?:\\d|\\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\\.? \\d)"
                    + ".*\\d(?:Z| ?[APap]\\.?[Mm]\\.?)?(?: [A-Z]{3,4}\\b)?"
            ],
        ]
    }

    /// Formats on pages that the extractors' date library reads without being given them.
    private static let formats = [
        "iso-8601", "rfc-2822", "unix-ms", "yyyy-M-d H:mm", "yyyy-M-d", "M-d-yyyy", "MMM d yyyy",
        "MMM d yyyy h:mm a", "MMM d yyyy h:mma", "MMM d yyyy h:mm a z", "H:mm d MMM yyyy z",
    ]

    private static func dates(_ field: PostlightCase.Field) -> [[String: Any]] {
        var formats = formats
        if let format = field.format { formats.insert(pattern(format), at: 0) }
        return ["datetime", "date"].map { type in
            var date: [String: Any] = ["select": selectors(field), "type": type, "apply": cleaning]
            date["format"] = formats.filter { type == "date" || !isDay($0) }
            if let zone = field.timezone { date["timezone"] = zone == "GMT" ? "UTC" : zone }
            return date
        }
    }

    private static func isDay(_ format: String) -> Bool {
        format.contains("y") && !format.contains("H") && !format.contains("h")
    }

    /// A format of the date library in Unicode's letters, for the text without the removed marks.
    private static func pattern(_ format: String) -> String {
        let marks: [Character: String] = [
            "Y": "y", "D": "d", "年": "-", "月": "-", "/": "-", ".": "-", "日": "", ",": "",
        ]
        return format.map { marks[$0] ?? String($0) }.joined()
    }

    // MARK: - Selector lists

    /// The selectors of a list, separated by commas outside brackets and strings.
    static func alternatives(_ css: String) -> [String] {
        var parts = [""]
        var depth = 0
        var quote: Character?
        for character in css {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if "([".contains(character) {
                depth += 1
            } else if ")]".contains(character) {
                depth -= 1
            } else if character == ",", depth == 0 {
                parts.append("")
                continue
            }
            parts[parts.count - 1].append(character)
        }
        return parts.map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
