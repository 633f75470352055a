package import Records

// A folder of rules that a user names, from which each page chooses its own.
extension RulesCatalogue {
    /// The paths of all rules files in a folder and in the folders in it.
    ///
    /// Those without records that others extend are none of them.
    ///
    /// - Throws: that there are none, or which folder cannot be read.
    package static func files(below folder: String) throws(Diagnostic) -> [String] {
        var walk = FolderWalk(folder)
        var paths: [String] = []
        while let found = walk.next() {
            switch found {
            case .file(let name):
                let path = walk.path(of: name)
                if isRulesFile(name) { paths.append(path) }
            case .unreadable(let name, let reason):
                throw Diagnostic(
                    .input,
                    "cannot read the folder: \(reason)",
                    at: Location(file: walk.path(of: name))
                )
            }
        }
        guard !paths.isEmpty else {
            throw Diagnostic(.rules, "no rules files in \(folder)", help: "a rules file's name ends in .json")
        }
        return withoutBases(paths)
    }

    private static func withoutBases(_ paths: [String]) -> [String] {
        let headers = paths.map(Rules.header)
        if headers.allSatisfy({ $0?.hasRecords ?? true }) { return paths }
        let bases = Set(headers.flatMap { $0?.bases ?? [] })
        return zip(paths, headers).filter { path, header in
            header?.hasRecords ?? true || !bases.contains { File.isSame($0, path) }
        }.map(\.0)
    }

    /// Whether a file is one of rules, by its name. What is hidden is an editor's or a file system's own (`._site.json`).
    static func isRulesFile(_ name: String) -> Bool {
        !name.hasPrefix(".") && name.hasSuffix(".json") && !name.hasSuffix(".schema.json")
    }
}
