import Engine
import Platform
import PluginHost
import Records

/// `scrape new plugin NAME`: writes a folder with a working plugin, and its cases.
struct NewPlugin {
    private var name = ""
    private var language = PluginTemplate.Language.python
    /// The folder in which the plugin's folder is created.
    private var parent = "."
    /// The checkout of scrape with which a plugin in Swift is built; looked up if `nil`.
    private var package: String?

    static var options: [Option<NewPlugin>] {
        [
            .value(
                "--language",
                OptionValue<PluginTemplate.Language>.choice("LANGUAGE"),
                "Write the plugin in LANGUAGE: python or swift.",
                details: "python is the default."
            ) { $0.language = $1 },
            .value(
                "--folder",
                .folder,
                "Make the plugin's folder in FOLDER.",
                details: "The default is the current folder."
            ) { $0.parent = $1 },
            .value(
                "--package",
                .folder,
                "Build a plugin in Swift with FOLDER, a checkout of scrape.",
                details: "By default, the current folder, the binary's folder and their parents are searched."
            ) { $0.package = $1 },
        ]
    }

    /// Accepts the operands after `plugin`.
    mutating func accept(_ operands: [String]) throws(Diagnostic) {
        guard let name = operands.first, operands.count == 1 else {
            throw Diagnostic(
                .rules,
                "expected one name for the plugin, found \(operands.count)",
                help: "write scrape new plugin tidy-title"
            )
        }
        guard PluginTemplate.isName(name) else {
            throw Diagnostic(
                .rules,
                "\"\(name)\" cannot be a plugin's name",
                help: "use lower-case letters, digits and hyphens, beginning with a letter: tidy-title"
            )
        }
        self.name = name
    }

    func run() throws(Diagnostic) -> ExitStatus {
        let folder = parent == "." ? name : "\(parent)/\(name)"
        if File.kind(of: folder) != .nothing {
            throw Diagnostic(.rules, "\(folder) already exists", help: "use another name, or --folder")
        }
        let template = PluginTemplate(name: name, language: language)
        let files = template.files(package: try checkout(for: folder))
        for file in files {
            let path = "\(folder)/\(file.path)"
            try write(file, at: path)
            Console.print("wrote \(path)")
        }
        Console.print("\n" + template.nextSteps(in: folder))
        return .success
    }

    private func write(_ file: PluginTemplate.File, at path: String) throws(Diagnostic) {
        do throws(File.Failure) {
            try File.makeFolders(for: path)
            try File.write(Array(file.text.utf8), toNewFile: path, isProgram: file.isProgram)
        } catch {
            throw Diagnostic(.input, "cannot write \(path): \(error)", at: Location(file: path))
        }
    }

    /// The path of the package from the new folder; only a plugin in Swift needs it.
    private func checkout(for folder: String) throws(Diagnostic) -> String {
        guard language == .swift else { return "" }
        if let given = package {
            guard NewPlugin.isPackage(given), let path = NewPlugin.absolute(given) else {
                throw Diagnostic(.rules, "\(given) is not a checkout of scrape (--package)")
            }
            return path
        }
        for start in [".", "/proc/self/exe"] {
            guard var path = NewPlugin.absolute(start) else { continue }
            while !path.isEmpty {
                if NewPlugin.isPackage(path) { return path }
                path = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
            }
        }
        throw Diagnostic(
            .rules,
            "no checkout of scrape is found to build a plugin in Swift with",
            help: "name its folder with --package, or write the plugin in Python: --language python"
        )
    }

    private static func isPackage(_ folder: String) -> Bool {
        File.kind(of: "\(folder)/Package.swift") == .file
            && File.kind(of: "\(folder)/Sources/Scraping") == .folder
    }

    private static func absolute(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}

/// The files of a new working plugin, for its author to change.
private struct PluginTemplate {
    /// The language of the plugin.
    enum Language: String, CaseIterable {
        case python
        case swift
    }

    /// A file of the new folder.
    struct File {
        let path: String
        let text: String
        var isProgram = false
    }

    let name: String
    let language: Language

    /// Whether a text can be a plugin's name, and the end of a program's name.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) && PluginPrograms.isName(text)
    }

    /// The files.
    ///
    /// - Parameter package: the folder of the package with which a plugin in Swift is built.
    func files(package: String) -> [File] {
        let cases = File(path: "cases.jsonl", text: casesText)
        switch language {
        case .python:
            return [File(path: program, text: pythonText, isProgram: true), cases]
        case .swift:
            return [
                File(path: "Package.swift", text: packageText(package)),
                File(path: "Sources/\(program)/\(module).swift", text: swiftText),
                File(path: "Sources/\(program)/main.swift", text: mainText), cases,
            ]
        }
    }

    /// The commands to run next.
    func nextSteps(in folder: String) -> String {
        let path: String
        var steps: [String] = []
        switch language {
        case .python: path = "\(folder)/\(program)"
        case .swift:
            steps.append("swift build --package-path \(folder)")
            steps.append("cp \(folder)/.build/debug/\(program) \(folder)/")
            path = "\(folder)/\(program)"
        }
        let shown = path.hasPrefix("/") || path.hasPrefix(".") ? path : "./\(path)"
        steps.append("scrape plugins --plugin \(shown) \(name)")
        steps.append("scrape test --plugin \(shown)")
        return steps.joined(separator: "\n")
    }

    private var program: String { "scrape-plugin-\(name)" }

    /// The name in the form of a Swift type.
    private var module: String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The name in the form of a Swift constant.
    private var constant: String { module.prefix(1).lowercased() + module.dropFirst() }

    // MARK: - Texts

    private var casesText: String {
        """
        {"transform": "\(name)", "input": "Daily workout | Example gym", "output": "Daily workout"}
        {"transform": "\(name)", "input": "A | B | Example", "arguments": {"separator": " | "}, "output": "A | B"}
        {"transform": "\(name)", "input": "No site here", "output": "No site here"}
        {"transform": "\(name)", "input": " | Example", "error": "nothing precedes the site's name"}

        """
    }

    private var pythonText: String {
        """
        #!/usr/bin/env python3
        \"""A plugin for scrape: the title of a page without the name of its site.\"""
        import json
        import sys


        def strip_site(title, arguments, page):
            separator = (arguments or {}).get("separator", " | ")
            rest = title.rpartition(separator)[0] if separator in title else title
            if not rest.strip():
                raise ValueError("nothing precedes the site's name")
            return rest


        # The functions by kind and name.
        FUNCTIONS = {("transform", "\(name)"): strip_site}

        HELLO = {
            "scrape": 1,
            "plugin": "\(name)",
            "about": "removes the site's name from titles",
            "transforms": [
                {
                    "name": "\(name)",
                    "about": "the text before the last separator",
                    "input": "string",
                    "output": "string",
                    "arguments": {
                        "either": [
                            None,
                            {
                                "object": [
                                    {"name": "separator", "about": "the text between the two", "shape": "string"}
                                ]
                            },
                        ]
                    },
                }
            ],
        }


        def answer(call, page):
            for (kind, name), function in FUNCTIONS.items():
                if call.get(kind) == name:
                    try:
                        return {"output": function(call["input"], call.get("arguments"), page)}
                    except ValueError as error:
                        return {"error": str(error)}
            return {"error": "there is no such function"}


        for line in sys.stdin:
            request = json.loads(line)
            if "scrape" in request:
                response = HELLO
            else:
                page = request.get("page", {})
                results = [answer(call, page) for call in request["calls"]]
                response = {"id": request["id"], "results": results}
            print(json.dumps(response), flush=True)

        """
    }

    private var swiftText: String {
        """
        import Records
        import Scraping

        extension Plugin {
            /// Removes the site's name from titles.
            static let \(constant) = Plugin(
                name: "\(name)",
                about: "removes the site's name from titles",
                transforms: [.\(constant)]
            )
        }

        extension Transform {
            /// The text before the last separator.
            static let \(constant) = Transform(
                name: "\(name)",
                about: "the text before the last separator",
                input: .string,
                output: .string,
                arguments: .either([.none, .object([Argument("separator", "the text between the two", .string)])])
            ) { arguments throws(StepError) in
                let separator = arguments["separator"]?.string ?? " | "
                return { value, _ throws(StepError) in
                    let title = value.text
                    guard let range = title.ranges(of: separator).last else { return value }
                    let rest = title[..<range.lowerBound]
                    if rest.allSatisfy(\\.isWhitespace) {
                        throw StepError("nothing precedes the site's name")
                    }
                    return .string(String(rest))
                }
            }
        }

        """
    }

    private var mainText: String {
        """
        import Glibc
        import Scraping

        exit(Plugin.\(constant).serve())

        """
    }

    private func packageText(_ package: String) -> String {
        """
        // swift-tools-version: 6.2
        import PackageDescription

        let package = Package(
            name: "\(name)",
            dependencies: [.package(name: "scrape", path: "\(package)")],
            targets: [
                .executableTarget(
                    name: "\(program)",
                    dependencies: [.product(name: "Scraping", package: "scrape")]
                )
            ]
        )

        """
    }
}
