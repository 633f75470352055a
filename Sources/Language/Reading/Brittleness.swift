import Basics
package import Records
import Selectors

// What is legal and will probably break with the next change of a site.
extension Rules {
    /// A warning for every selector that leans on what sites change without notice.
    package var brittle: [Diagnostic] {
        selectors.compactMap { use in
            Brittleness(use.text).map { brittleness in
                Diagnostic(
                    .rules,
                    brittleness.message,
                    severity: .warning,
                    at: sources.location(of: use.range),
                    help: brittleness.help
                )
            }
        }
    }
}

/// Why a selector is brittle.
package struct Brittleness {
    let message: String
    let help: String

    /// The reason, or `nil` for a sturdy selector. Judged by its text: what counts is how it was written.
    package init?(_ text: String) {
        if let name = Brittleness.classNames(in: text).first(where: Brittleness.isGenerated) {
            message =
                "the class name \"\(name)\" looks generated: it may change with every release of the site"
            help = "choose by an attribute, an element's name or what stands around it"
        } else if Brittleness.positions(in: text) >= 3 {
            message = "the selector counts positions \(Brittleness.positions(in: text)) times"
            help = "choose by names and attributes; a table's cell by its \"column\""
        } else if text.split(separator: ">").count > 6 {
            message = "the selector names \(text.split(separator: ">").count) elements one below the other"
            help = "leave out those that do not matter: a space stands for any number of them"
        } else if [":contains(", ":containsOwn(", ":-soup-contains", ":icontains("].contains(
            where: text.contains
        ) {
            message = "the selector looks for words of one language"
            help = "choose by structure where there is any"
        } else {
            return nil
        }
    }

    private static func positions(in text: String) -> Int {
        [":nth-child(", ":nth-of-type(", ":nth-last-child(", ":nth-last-of-type(", ":eq("].reduce(0) {
            count,
            word in
            count + text.ranges(of: word).count
        }
    }

    private static func classNames(in text: String) -> [String] {
        text.split(separator: ".", omittingEmptySubsequences: false).dropFirst().map { part in
            String(part.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
        }
    }

    /// Whether a tool has probably made a name: `css-1x2y3z`, `sc-bdVaJa`, `Button_root__2aXbC`, `jss42`.
    package static func isGenerated(_ name: String) -> Bool {
        for prefix in ["css-", "jss", "sc-", "makeStyles-", "svelte-", "emotion-"]
        where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            if rest.count >= 2, rest.contains(where: \.isNumber) || isMixed(rest) { return true }
        }
        guard let last = name.components(separatedBy: "__").last, last != name else { return false }
        return last.count >= 5 && isMixed(Substring(last)) && last.contains(where: \.isNumber)
    }

    private static func isMixed(_ text: Substring) -> Bool {
        text.contains(where: \.isUppercase) && text.contains(where: \.isLowercase)
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
