import Foundation
import Testing

@testable import Records

@Suite struct SwiftTypesTests {
    @Test func structuresAreWritten() {
        let exercise: [Schema.Field] = [
            Schema.Field(name: "name", type: .scalar(.string), isRequired: true),
            Schema.Field(name: "one-rep-max", type: .scalar(.decimal), isRequired: false),
        ]
        let schema = Schema(types: [
            Schema.RecordType(
                name: "Workout",
                fields: [
                    Schema.Field(name: "day", type: .scalar(.date), isRequired: true),
                    Schema.Field(name: "class", type: .enumeration(["A10", "A 20"]), isRequired: false),
                    Schema.Field(
                        name: "exercises",
                        type: .list(.object(exercise)),
                        isRequired: false,
                        isAlwaysPresent: true
                    ),
                ]
            )
        ])
        #expect(
            schema.swiftTypes(origin: "Rules/gym.json") == """
                // The records of Rules/gym.json.

                import Foundation
                import Scraping

                /// A record of the type "Workout".
                struct Workout: Codable, Hashable, Sendable {
                    /// A day in ISO 8601: 2018-05-28.
                    var day: Day
                    var `class`: Class?
                    var exercises: [Exercises]

                    /// The words of the field "class".
                    enum Class: String, Codable, Hashable, Sendable {
                        case A10
                        case a20 = "A 20"
                    }

                    /// The object in the field "exercises".
                    struct Exercises: Codable, Hashable, Sendable {
                        var name: String
                        /// A number with the digits of the page.
                        var oneRepMax: Decimal?

                        enum CodingKeys: String, CodingKey {
                            case name
                            case oneRepMax = "one-rep-max"
                        }
                    }
                }

                """
        )
    }

    @Test func objectsOfAnyNamesAreDictionaries() {
        func type(_ values: Schema.FieldType) -> String {
            let field = Schema.Field(name: "facts", type: .dictionary(values), isRequired: true)
            let types = Schema(types: [Schema.RecordType(name: "R", fields: [field])]).swiftTypes()
            return types.split(separator: "\n").first { $0.contains("var facts") }.map(String.init) ?? types
        }
        #expect(type(.scalar(.string)) == "    var facts: [String: String]")
        #expect(
            type(.alternatives([.scalar(.string), .list(.scalar(.string))]))
                == "    var facts: [String: Facts]"
        )
    }

    @Test func timesAreInstantsWhereTheRulesGiveTheirZone() {
        func type(hasOffset: Bool, _ type: Schema.FieldType) -> String {
            let field = Schema.Field(name: "at", type: type, isRequired: true, hasOffset: hasOffset)
            let types = Schema(types: [Schema.RecordType(name: "R", fields: [field])]).swiftTypes()
            return types.split(separator: "\n").first { $0.contains("var at") }.map(String.init) ?? types
        }
        #expect(type(hasOffset: true, .scalar(.dateTime)) == "    var at: Date")
        #expect(type(hasOffset: false, .scalar(.dateTime)) == "    var at: DateTime")
        #expect(type(hasOffset: true, .list(.scalar(.dateTime))) == "    var at: [Date]")
    }

    /// Names in rules, and the corresponding properties.
    @Test(arguments: [
        ("name", "name"), ("Name", "Name"), ("one-rep-max", "oneRepMax"), ("One Rep Max", "oneRepMax"),
        ("@id", "id"),
        ("1st", "_1st"), ("class", "`class`"), ("init", "init2"), ("self", "self2"), ("String", "String2"),
        ("_", "value"), ("🍎", "value"), ("日本", "日本"), ("über uns", "überUns"), ("a_b", "a_b"),
        ("a.b_c", "aBC"),
        ("the-class", "theClass"), ("-class", "`class`"), ("hashValue", "hashValue2"),
    ])
    func namesBecomeProperties(_ name: String, _ property: String) {
        var names = SwiftIdentifier()
        #expect(names.property(name) == property)
    }

    @Test func namesStayDifferent() {
        var names = SwiftIdentifier()
        #expect(names.properties(["a-b", "aB", "a b", "a_b"]) == ["aB2", "aB", "aB3", "a_b"])
        #expect([names.type("a b"), names.type("A-B"), names.type("String")] == ["AB", "AB2", "String2"])
    }

    // MARK: - The compiler's word

    /// Field names that have a meaning in Swift, or that are not valid in Swift.
    static let oddNames = [
        "class", "self", "Self", "init", "Type", "Protocol", "hashValue", "CodingKeys", "String", "Decimal",
        "URL",
        "hash", "encode", "description", "rawValue", "none", "some", "default", "1st", "_", "", " ", "a b",
        "a-b",
        "aB", "AB", "@id", "日本", "🍎", "\"quoted\"", "back\\slash \\(x)", "line\nend", "\u{202E}right", "*/",
        "//",
        "let", "await", "async", "any", "is", "nil", "true", "super", "deinit", "subscript", "Any", "encoder",
        "container", "value", "decoder", "Value", "JSONValue", "Odd", "é", "e\u{301}x", "\u{301}x", "$0",
        "`x`",
    ]

    static let compiler: URL? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { URL(filePath: String($0)).appending(path: "swiftc") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    @Test(.enabled(if: compiler != nil, "no Swift compiler in PATH")) func whatIsWrittenCompiles() throws {
        let names = SwiftTypesTests.oddNames
        func fields(_ types: [Schema.FieldType]) -> [Schema.Field] {
            names.enumerated().map { index, name in
                Schema.Field(name: name, type: types[index % types.count], isRequired: index % 2 == 0)
            }
        }
        let scalars = Schema.Scalar.allCases.map(Schema.FieldType.scalar)
        let nested: [Schema.FieldType] = [
            .list(.object(fields(scalars))), .enumeration(names), .list(.enumeration(names)),
            .alternatives(scalars + [.object([]), .list(.object(fields(scalars))), .enumeration(["a"])]),
            .alternatives([.scalar(.text), .scalar(.string)]), .list(.list(.scalar(.integer))),
        ]
        let schema = Schema(
            types: [Schema.RecordType(name: "Odd", fields: fields(scalars))]
                + names.map { Schema.RecordType(name: $0, fields: fields(Array(nested.prefix(1)))) }.prefix(3)
                + [Schema.RecordType(name: "odd", fields: fields(nested))]
                + names.map { Schema.RecordType(name: $0, fields: []) }
        )
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "Types.swift")
        try Data(schema.swiftTypes(origin: "odd\nname").utf8).write(to: file)

        // The parts of the library that the types use, as a module with its name.
        let values = URL(filePath: #filePath).appending(path: "../../../Sources/Records/Values").standardized
        let library = ["Day", "DateTime"].map { values.appending(path: "\($0).swift").path }
        let module = folder.appending(path: "Scraping.swiftmodule").path
        let emit = [
            "-emit-module", "-emit-module-path", module, "-module-name", "Scraping", "-package-name", "p",
        ]
        #expect(try compile(emit + library, in: folder) == "")
        #expect(
            try compile(["-typecheck", "-warnings-as-errors", "-I", folder.path, file.path], in: folder) == ""
        )
    }

    /// Runs the compiler; returns its messages, or its exit status.
    private func compile(_ arguments: [String], in folder: URL) throws -> String {
        let process = Process()
        process.executableURL = SwiftTypesTests.compiler
        process.arguments = ["-swift-version", "6"] + arguments
        let errors = folder.appending(path: "errors")
        try Data().write(to: errors)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        let report = String(try String(contentsOf: errors, encoding: .utf8).prefix(4000))
        return report.isEmpty && process.terminationStatus != 0 ? "exit \(process.terminationStatus)" : report
    }
}
