import Foundation
import Testing

@testable import scrape

/// `scrape doctor` and `scrape version`.
@Suite struct DoctorCommandTests {
    @Test func programsAreFoundOnTheSearchPath() throws {
        try withFolder(["bin/python3": "#!/bin/sh\nexit 1\n", "bin/java": "", "bin/node/x": ""]) { folder in
            let bin = folder.appending(path: "bin").path
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: bin + "/python3")
            let command = try Command(["doctor"], in: folder, environment: ["PATH": "/nowhere:\(bin)"])
            #expect(command.status == 0 && command.errors == "")
            let lines = command.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            func line(_ name: String) -> String? { lines.first { $0.hasPrefix(name + ":") } }
            #expect(line("python3")?.hasSuffix(" \(bin)/python3") == true)
            // A file that is not executable, and a folder.
            #expect(line("java")?.hasSuffix(" none; install default-jre-headless") == true)
            #expect(line("node")?.hasSuffix(" none; install nodejs") == true)
        }
    }

    @Test func rulesPluginsAndTheContactAreListed() throws {
        let files = ["a/one.json": "{}", "a/two.json": "{}", "p/scrape-plugin-loud": "#!/bin/sh\n"]
        try withFolder(files) { folder in
            let program = folder.appending(path: "p/scrape-plugin-loud").path
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
            let command = try Command(
                ["doctor", "--json"],
                in: folder,
                environment: [
                    "SCRAPE_RULES_PATH": "a", "SCRAPE_PLUGIN_PATH": "p", "SCRAPE_CONTACT": "a@b.example",
                ]
            )
            let data = Data(command.output.utf8)
            let list = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
            func found(_ group: String, _ name: String) -> String? {
                list.first { $0["group"] as? String == group && $0["name"] as? String == name }?["found"]
                    as? String
            }
            #expect(found("rules", "a") == "2 files")
            #expect(found("rules", "Rules") == nil)
            #expect(found("plugins", "loud") == "program")
            #expect(found("plugins", "markdown") == "compiled in")
            #expect(found("environment", "SCRAPE_CONTACT") == "a@b.example")
            #expect(found("libraries", "libxml2")?.split(separator: ".").count == 3)
            #expect(list.allSatisfy { ($0["use"] as? String)?.isEmpty == false })
        }
    }

    @Test func theVersionComesWithThoseOfTheLibraries() throws {
        let short = try Command(["version"])
        #expect(short.output == "scrape \(Program.version)\n" && short.status == 0)
        #expect(try Command(["--version"]).output == short.output)
        let verbose = try Command(["version", "--verbose"])
        #expect(verbose.output.hasPrefix(short.output + "libxml2: "))
        let others = verbose.output.split(separator: "\n").dropFirst(1 + SystemComponent.libraries.count)
        // Those that the libraries have loaded, such as ICU for libxml2, by the versions in their files' names.
        #expect(others.contains { $0.hasPrefix("libc: 6 (/") }, "\(verbose.output)")
        #expect(others.allSatisfy { $0.contains(": ") && $0.contains("(/") && $0.hasSuffix(")") })
        #expect(Set(others).count == others.count)
        for arguments in [["--version", "--verbose"], ["--verbose", "-V"]] {
            #expect(try Command(arguments).output == verbose.output, "\(arguments)")
        }
        #expect(try Command(["version", "x"]).status == 2)
    }

    /// Numbers in libxml2's notation.
    @Test(arguments: [("20914", "2.9.14"), ("21102-GITv2.11.2", "2.11.2"), ("x", "x"), ("", "")])
    func versionsAreDotted(_ given: String, _ version: String) {
        #expect(SystemComponent.dotted(given) == version)
    }

    @Test func aMissingLibraryIsNone() {
        let library = SystemComponent(
            name: "x",
            use: "y",
            files: ["libmissing.so.1", "libmissing.so"],
            package: "z",
            source: .text(function: "missing_function")
        )
        #expect(library.found() == nil)
    }

    @Test func minimizeIsMinimise() throws {
        #expect(try Command(["minimize", "--help"]).output == Command(["minimise", "--help"]).output)
        #expect(try Command(["help", "minimize"]).output == Command(["help", "minimise"]).output)
    }
}
