import DOM
import Records
import Scraping

/// The options that tell how a page becomes a tree and how much of it is read, of every command that reads pages.
enum ReadingArguments {
    static let parserOption = Option(
        name: "--parser",
        argument: "PARSER",
        about: [
            "what makes trees of HTML: standard, as browsers do, or libxml2's own, for comparison;",
            "without it, what the rules file says, else standard",
        ],
        choices: HTMLOptions.Parser.allCases.map(\.rawValue)
    )
    static let scriptingOption = Option(
        name: "--scripting",
        argument: "on|off",
        about: [
            "whether HTML is read as by a browser that runs scripts, for which noscript holds text",
            "alone; without it, what the rules file says, else on. No script is ever run",
        ],
        choices: ["on", "off"]
    )
    static let bytesOption = Option(
        name: "--max-bytes",
        argument: "BYTES",
        about: ["how much of a page is read, such as 500000, 200k or 16M; \(megabytes) unless given"]
    )
    static let elementsOption = Option(
        name: "--max-elements",
        argument: "NUMBER",
        about: ["how many elements a page's tree may have; \(Limits().elements) unless given"]
    )
    static let depthOption = Option(
        name: "--max-depth",
        argument: "NUMBER",
        about: [
            "how deep elements may be nested; for HTML \(Limits().openElements) unless given, as in browsers, and",
            "deeper ones become siblings",
        ]
    )
    static let timeOption = Option(
        name: "--max-time",
        argument: "SECONDS",
        about: ["how long a page's tree may take to be made; as long as it takes unless given"]
    )
    static let all = [parserOption, scriptingOption, bytesOption, elementsOption, depthOption, timeOption]

    private static let megabytes = "\(Limits().bytes >> 20)M"

    /// How the command line wants pages to be read.
    static func reading(_ parser: ArgumentParser) throws(Diagnostic) -> ReadingOptions {
        var reading = ReadingOptions()
        reading.parser = try word(parser, parserOption).flatMap(HTMLOptions.Parser.init)
        reading.scripting = try word(parser, scriptingOption).map { $0 == "on" }
        if let bytes = try bytes(parser) { reading.limits.bytes = bytes }
        if let elements = try count(parser, elementsOption) { reading.limits.elements = elements }
        if let depth = try count(parser, depthOption) {
            reading.limits.openElements = depth
            reading.limits.depth = depth
        }
        reading.limits.time = try time(parser)
        return reading
    }

    /// One of the words that an option takes.
    private static func word(_ parser: ArgumentParser, _ option: Option) throws(Diagnostic) -> String? {
        guard let word = try parser.value(option) else { return nil }
        if option.choices.contains(word) { return word }
        throw Diagnostic(
            .rules,
            "\(option.name) takes \(option.choices.joined(separator: " or ")), found \"\(word)\"",
            help: Suggestion.nearest(to: word, among: option.choices).map { "did you mean \($0)?" }
        )
    }

    private static func count(_ parser: ArgumentParser, _ option: Option) throws(Diagnostic) -> Int? {
        guard let text = try parser.value(option) else { return nil }
        guard let count = Int(text), (1...1_000_000_000).contains(count) else {
            throw Diagnostic(
                .rules,
                "\(option.name) takes a whole number from 1 to 1000000000, found \"\(text)\""
            )
        }
        return count
    }

    /// A number of bytes: plain, or of the 1,024s that k, M and G stand for.
    private static func bytes(_ parser: ArgumentParser) throws(Diagnostic) -> Int? {
        guard let text = try parser.value(bytesOption) else { return nil }
        let units: [Character: Int] = ["k": 10, "K": 10, "M": 20, "G": 30]
        let shift = text.last.flatMap { units[$0] }
        let digits = shift == nil ? text[...] : text.dropLast()
        guard let number = Int(digits), number > 0, number <= 1 << (40 - (shift ?? 0)) else {
            throw Diagnostic(
                .rules,
                "--max-bytes takes a whole number of bytes above 0, found \"\(text)\"",
                help: "write it like 500000, 200k or 16M"
            )
        }
        return number << (shift ?? 0)
    }

    private static func time(_ parser: ArgumentParser) throws(Diagnostic) -> Duration? {
        guard let text = try parser.value(timeOption) else { return nil }
        guard let seconds = Double(text), seconds > 0, seconds <= 1_000_000 else {
            throw Diagnostic(
                .rules,
                "--max-time takes a number of seconds above 0 and up to 1000000, found \"\(text)\""
            )
        }
        return .seconds(seconds)
    }
}
