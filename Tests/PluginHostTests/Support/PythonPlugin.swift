import Foundation
import Scraping

/// A program in Python that implements the protocol, written to its own folder for a test.
struct PythonPlugin {
    /// Whether this machine can run it.
    static let canRun = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")
    /// The reason why a test is skipped if Python is missing.
    static let missing = "python3 is not installed"

    /// The program's reaction to a hello and to a request, in Python.
    var hello = "reply(HELLO)"
    var request = "reply({'id': r['id'], 'results': [{'output': c['input'].upper()} for c in r['calls']]})"

    /// Contributions of each kind that the tests need.
    static let declaration = """
        HELLO = {"scrape": 1, "plugin": "tidy", "about": "tidies texts", "transforms": [
            {"name": "shout", "about": "capitals", "input": "string", "output": "string"},
            {"name": "how-many", "about": "how many", "input": ["string"], "output": "number"}],
            "decoders": [{"name": "tidied", "about": "tidy JSON", "gives": "json"}],
            "preparations": [{"name": "sweep", "about": "tidy HTML"}]}
        """

    var text: String {
        """
        #!/usr/bin/env python3
        import json, os, signal, sys, time
        \(PythonPlugin.declaration)
        def reply(message):
            print(json.dumps(message), flush=True)
        for line in sys.stdin:
            r = json.loads(line)
            if "scrape" in r:
                \(hello)
            else:
                \(request)
        """
    }

    /// Calls `body` with the path of the program, which is called as given.
    func run<Result>(
        named name: String = "scrape-plugin-tidy",
        _ body: (String) throws -> Result
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "scrape-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
        return try body(file.path)
    }
}
