import Scraping

/// The files of a new plugin: one that works, for its author to change.
struct PluginTemplate {
    /// What it is written in.
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

    /// Whether a text can be a plugin's name, and the end of a program's.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, text.utf8.count <= 64 else { return false }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) && PluginPrograms.isName(text)
    }

    /// The files.
    ///
    /// - Parameter package: the folder of the package that a plugin in Swift is built with.
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

    /// What to do with the new folder.
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

    /// The name as Swift writes that of a type.
    private var module: String {
        name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// The name as Swift writes that of a constant.
    private var constant: String { module.prefix(1).lowercased() + module.dropFirst() }

    // MARK: - Texts

    private var casesText: String {
        """
        {"transform": "\(name)", "input": "Daily workout | Example gym", "output": "Daily workout"}
        {"transform": "\(name)", "input": "A | B | Example", "arguments": {"separator": " | "}, "output": "A | B"}
        {"transform": "\(name)", "input": "No site here", "output": "No site here"}
        {"transform": "\(name)", "input": " | Example", "error": "nothing stands before the site's name"}

        """
    }

    private var pythonText: String {
        """
        #!/usr/bin/env python3
        \"""A plugin of scrape: the title of a page without the name of its site.\"""
        import json
        import sys


        def strip_site(title, arguments, page):
            separator = (arguments or {}).get("separator", " | ")
            rest = title.rpartition(separator)[0] if separator in title else title
            if not rest.strip():
                raise ValueError("nothing stands before the site's name")
            return rest


        # What is called, by kind and name.
        FUNCTIONS = {("transform", "\(name)"): strip_site}

        HELLO = {
            "scrape": 1,
            "plugin": "\(name)",
            "about": "takes the site's name off titles",
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
                                    {"name": "separator", "about": "what parts the two", "shape": "string"}
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
        import Foundation
        import Records
        import Scraping

        extension Plugin {
            /// Takes the site's name off titles.
            static let \(constant) = Plugin(
                name: "\(name)",
                about: "takes the site's name off titles",
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
                arguments: .either([.none, .object([Argument("separator", "what parts the two", .string)])])
            ) { arguments throws(StepError) in
                let separator = arguments["separator"]?.string ?? " | "
                return { value, _ throws(StepError) in
                    let title = value.text
                    guard let range = title.range(of: separator, options: .backwards) else { return value }
                    let rest = title[..<range.lowerBound]
                    if rest.allSatisfy(\\.isWhitespace) {
                        throw StepError("nothing stands before the site's name")
                    }
                    return .string(String(rest))
                }
            }
        }

        """
    }

    private var mainText: String {
        """
        import Foundation
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
