import Records
import Scraping

/// Which files a case was made of when it was run.
struct CaseDependencies {
    /// The rules file and those that it extends, by their paths.
    let rules: Set<String>
    /// The name by which the case asks for its rules, without regard to case.
    let rulesName: String
    /// Whether the rules could be used: what keeps them from it may be in a file that they do not name.
    let isLoaded: Bool
    let folder: String

    init(_ result: CaseResult) {
        folder = result.test.folder
        let name = result.rulesName.lowercased()
        rulesName = name.hasSuffix(".json") ? String(name.dropLast(5)) : name
        isLoaded = result.rules != nil
        var rules = Set(result.rules?.fileNames ?? [])
        if !isLoaded { rules.formUnion(result.diagnostics.compactMap(\.location?.file)) }
        self.rules = rules
    }

    /// What a changed file is to a case.
    enum Part {
        /// Its page, golden file or facts, or its folder.
        case own
        /// Its rules, or what may be found instead of them.
        case rules
    }

    /// What a changed file is to the case; `nil` where it is nothing.
    func part(_ path: String, corpus: String) -> Part? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let name = parts.last.map(String.init) ?? ""
        if rules.contains(path) { return .rules }
        if path == folder { return .own }
        if parts.dropLast().joined(separator: "/") == folder {
            return name == "case.json" || name == "golden.json" || name.hasPrefix("page.") ? .own : nil
        }
        guard name.lowercased().hasSuffix(".json"), !path.hasPrefix(corpus + "/") else { return nil }
        return !isLoaded || name.dropLast(5).lowercased() == rulesName ? .rules : nil
    }
}
