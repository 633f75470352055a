import Cases
import Encoding
import Engine
import Records

extension Case {
    /// Saves a page as a separate case next to this one, named after it and the page's day.
    ///
    /// - Parameter outcome: the result of reading it with the rules, which becomes the golden file.
    func save(_ page: Page, _ facts: Facts, _ outcome: Outcome) throws(Diagnostics) {
        let site = folder.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(
            separator: "/"
        )
        let name = nextName(on: page.clock, in: site)
        var members = [Value.Member("url", .string(page.url ?? ""))]
        if let clock = page.clock { members.append(Value.Member("saved", .string(clock))) }
        if let encoding = page.encoding { members.append(Value.Member("encoding", .string(encoding.name))) }
        if let rules = facts.rules { members.append(Value.Member("rules", .string(rules))) }
        let source = PageReader.probableSource(of: page)
        let end = source == "text" ? "txt" : source
        let files = [
            ("page.\(end)", page.bytes),
            ("case.json", Array((JSONWriter.pretty(.object(members)) + "\n").utf8)),
            ("golden.json", Array(Golden(outcome).text.utf8)),
        ]
        for (file, bytes) in files {
            let path = "\(site)/\(name)/\(file)"
            do throws(File.Failure) {
                try File.makeFolders(for: path)
                try File.write(bytes, toNewFile: path, isProgram: false)
            } catch {
                throw Diagnostics([
                    Diagnostic(.input, "cannot write \(path): \(error)", at: Location(file: path))
                ])
            }
        }
        Console.print("saved \(site)/\(name)")
    }

    /// The name of a new case next to this one: its own, followed by the day, and a number if that name exists.
    func nextName(on clock: String?, in site: String) -> String {
        let day = clock.map { String($0.prefix(10)) } ?? "new"
        var name = "\(self.name)-\(day)"
        var number = 2
        while File.kind(of: "\(site)/\(name)") != .nothing {
            name = "\(self.name)-\(day)-\(number)"
            number += 1
        }
        return name
    }
}
