package import Records

/// A pattern of file names: `*.html`, `**/item-[0-9]*.{html,htm}`.
///
/// A pattern without a slash is compared with a file's name, another with its path below the folder. `*` is any text
/// and `?` any character, neither a slash; `[a-z]` one of some characters and `[!a-z]` none of them; `{a,b}` one of
/// several patterns; `**` any number of folders; a backslash takes the meaning from what follows it.
package struct Glob: Sendable {
    /// What a character is compared with.
    enum Token: Hashable, Sendable {
        case character(Unicode.Scalar)
        case anyCharacter
        case anyText
        case oneOf([ClosedRange<Unicode.Scalar>], isNegated: Bool)
    }

    /// What the name of a file or folder is compared with.
    enum Component: Hashable, Sendable {
        case name([Token])
        case anyFolders
    }

    /// The pattern as it was written.
    package let text: String
    private let alternatives: [[Component]]
    private let isOfNames: Bool

    /// A pattern; throws where it is not well written.
    package init(_ text: String) throws(Diagnostic) {
        self.text = text
        let text = text.hasPrefix("./") ? text.dropFirst(2) : text[...]
        isOfNames = !text.contains("/")
        var parser = GlobParser(Array(text.unicodeScalars))
        do throws(GlobParser.Mistake) {
            alternatives = try parser.alternatives()
        } catch {
            throw Diagnostic(.rules, "the pattern \(self.text) is not well written: \(error.message)")
        }
    }

    /// Whether a file has a name or path as the pattern says.
    package func matches(path: String) -> Bool {
        let names = path.unicodeScalars.split(separator: "/").map(Array.init)
        let compared = isOfNames ? names.suffix(1) : names[...]
        return alternatives.contains { components in
            Glob.matches(components[...], compared, isStar: { $0 == .anyFolders }) { component, name in
                guard case .name(let tokens) = component else { return false }
                return Glob.matches(tokens[...], name[...], isStar: { $0 == .anyText }, Glob.matches)
            }
        }
    }

    /// Compares a list with a pattern in which stars stand for any number of things.
    ///
    /// Only the last star is ever tried anew, so that the time is bounded by the product of both lengths.
    private static func matches<Part, Thing>(
        _ pattern: ArraySlice<Part>,
        _ things: ArraySlice<Thing>,
        isStar: (Part) -> Bool,
        _ matchesOne: (Part, Thing) -> Bool
    ) -> Bool {
        var (part, thing) = (pattern.startIndex, things.startIndex)
        var retry: (part: Int, thing: Int)?
        while thing < things.endIndex || part < pattern.endIndex {
            if part < pattern.endIndex, isStar(pattern[part]) {
                retry = (part, thing)
                part += 1
            } else if part < pattern.endIndex, thing < things.endIndex,
                matchesOne(pattern[part], things[thing])
            {
                part += 1
                thing += 1
            } else if let again = retry, again.thing < things.endIndex {
                retry = (again.part, again.thing + 1)
                (part, thing) = (again.part + 1, again.thing + 1)
            } else {
                return false
            }
        }
        return true
    }

    private static func matches(_ token: Token, _ scalar: Unicode.Scalar) -> Bool {
        switch token {
        case .character(let expected): expected == scalar
        case .anyCharacter, .anyText: true
        case .oneOf(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
        }
    }
}
