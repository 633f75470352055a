import Foundation

/// The times of day that stand beside the name of a day: "yesterday at 2:05 PM", "gestern um 14:05".
struct RelativeTimes: Sendable {
    private let patterns: [DatePattern]
    /// Words between the day and the time, folded.
    private let glue: [[UInt8]]

    init(locale identifier: String) {
        let formatter = DateNames.formatter(identifier)
        func pattern(_ date: DateFormatter.Style, _ time: DateFormatter.Style) -> String {
            formatter.dateStyle = date
            formatter.timeStyle = time
            return formatter.dateFormat ?? ""
        }
        let own = [pattern(.none, .short), pattern(.none, .medium)]
        let common = ["H:mm", "H:mm:ss", "h:mm a", "h:mm:ss a", "h a", "H:mm Z", "H:mm:ss Z"]
        var seen: Set<String> = []
        patterns = (own + common).filter { seen.insert($0).inserted }
            .compactMap { try? DatePattern($0, locale: identifier) }
        let styles: [DateFormatter.Style] = [.full, .long, .medium, .short]
        glue = styles.compactMap { style in
            RelativeTimes.glue(pattern(style, .short), pattern(style, .none), own[0])
        }
    }

    /// What stands between a locale's date and time, without commas and spaces.
    private static func glue(_ whole: String, _ date: String, _ time: String) -> [UInt8]? {
        guard whole.hasPrefix(date), whole.hasSuffix(time), whole.count > date.count + time.count else {
            return nil
        }
        let between = String(whole.dropFirst(date.count).dropLast(time.count).filter { $0 != "'" })
        let word = trimmed(DateText.fold(between)[...])
        return word.isEmpty ? nil : Array(word)
    }

    /// The time that a text tells beside the day's name.
    func read(_ text: ArraySlice<UInt8>) -> DateFields? {
        var text = RelativeTimes.trimmed(text)
        for word in glue where text.starts(with: word) {
            text = RelativeTimes.trimmed(text.dropFirst(word.count))
            break
        }
        let whole = Array(text)
        for pattern in patterns {
            if let fields = pattern.read(whole), fields.time() != nil { return fields }
        }
        return nil
    }

    /// Without white space, commas and dashes at the ends; the comma is a mark of its own in several scripts.
    private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var text = text
        while let count = separator(text) { text = text.dropFirst(count) }
        while text.last == UInt8(ascii: " ") || text.last == UInt8(ascii: ",") { text.removeLast() }
        return text
    }

    private static func separator(_ text: ArraySlice<UInt8>) -> Int? {
        for mark in [" ", ",", "-", "،", "、"] where text.starts(with: mark.utf8) { return mark.utf8.count }
        return nil
    }
}
