// swift-tools-version: 6.2
import Foundation
import PackageDescription

/// The plugins that are compiled in: folders of `Plugins`, each with a `public let plugin`. A line adds one; the command
/// and the tests get the list from here.
let compiledIn = [
    "Chart",
    "Markdown",
    "OneRepMax",
    "SQLite",
]

/// The settings with which every Swift target of this package is compiled.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Leaves a target of a release build unoptimized.
let unoptimized = SwiftSetting.unsafeFlags(["-Onone"], .when(configuration: .release))

/// The rooms in which the tests spend most of their time. Where the environment has `OPTIMIZE_ONLY_HOT_ROOMS`, a release
/// build leaves all others unoptimized, so that the tests can begin earlier.
let hotRooms: Set = ["Basics", "Patterns", "Encoding", "Addresses", "Records", "DOM", "Selectors"]

/// Whether another package uses this one from a copy in its build folder. Unsafe flags are not allowed there.
let isDependency = ["/checkouts/", "/registry/downloads/"].contains { Context.packageDirectory.contains($0) }

/// Makes a release build start faster.
///
/// Metadata of generic types comes from functions instead of names, which have to be parsed and looked up at run time: a
/// quarter of the instructions of a short run. Each function is in a section of its own, so that the linker leaves out those
/// that are not used: a sixteenth of the code, and a twentieth of the time of a short run.
let fasterStart = SwiftSetting.unsafeFlags(
    [
        "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors",
        "-Xfrontend", "-function-sections",
    ],
    .when(configuration: .release)
)

/// Leaves the names of functions out of the table in which the dynamic linker and the start of the runtime search.
let withoutExports: [LinkerSetting] =
    isDependency
    ? []
    : [
        .unsafeFlags(
            ["-Xlinker", "--no-export-dynamic"],
            .when(platforms: [.linux], configuration: .release)
        )
    ]

/// The settings of a target that is not a test.
func settings(of name: String) -> [SwiftSetting] {
    let isHot = Context.environment["OPTIMIZE_ONLY_HOT_ROOMS"] == nil || hotRooms.contains(name)
    return settings + (isDependency ? [] : [fasterStart]) + (isHot ? [] : [unoptimized])
}

/// A room: a target in `Sources` that depends on the given ones.
func room(_ name: String, uses rooms: [Target.Dependency] = [], linking libraries: [String] = []) -> Target {
    .target(
        name: name,
        dependencies: name == "Platform" ? [] : rooms + ["Platform"],
        swiftSettings: settings(of: name),
        linkerSettings: libraries.map { .linkedLibrary($0) }
    )
}

/// Whether a plugin has its own cases.
func hasCases(_ plugin: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(Context.packageDirectory)/Plugins/\(plugin)/cases.jsonl")
}

/// Whether a source of a plugin imports Scraping, for types of Foundation: only then does the command link both.
func importsScraping(_ plugin: String) -> Bool {
    let folder = "\(Context.packageDirectory)/Plugins/\(plugin)"
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return files.contains { file in
        guard file.hasSuffix(".swift"), let source = FileManager.default.contents(atPath: "\(folder)/\(file)")
        else { return false }
        return String(decoding: source, as: UTF8.self).range(
            of: #"(?m)^[^/\n]*\bimport\s+([a-z]+\s+)?Scraping\b"#,
            options: .regularExpression
        ) != nil
    }
}

/// The tests of a room.
func tests(
    _ name: String,
    uses rooms: [Target.Dependency],
    excluding folders: [String] = [],
    linking libraries: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: rooms + ["TestSupport"],
        exclude: folders,
        // Tests of an optimized build are not optimized themselves: that would take longer than they save.
        swiftSettings: settings + [unoptimized],
        linkerSettings: libraries.map { .linkedLibrary($0) }
    )
}

// From the bottom up: each room uses only rooms that are listed above it.
let ground: [Target] = [
    .systemLibrary(
        name: "CLibXML2",
        pkgConfig: "libxml-2.0",
        providers: [.apt(["libxml2-dev"]), .brew(["libxml2"])]
    ),
    // Calls of C functions with variable arguments.
    .systemLibrary(name: "CVariadic"),
    // The C library and everything that differs between systems; every target may use it.
    room("Platform"),
    room("Basics"),
    room("Patterns"),
    room("Encoding", uses: ["Basics"]),
    room("Addresses", uses: ["Encoding", "Basics"]),
    room("Politeness", uses: ["Addresses", "Encoding", "Basics"]),
    room("Records", uses: ["Basics"]),
    room("DOM", uses: ["Encoding", "Basics", "CLibXML2"]),
    room("Selectors", uses: ["DOM", "Patterns", "Basics"]),
    room("Values", uses: ["Addresses", "Encoding", "Records", "Patterns", "Basics"]),
]

let core: [Target] = [
    room(
        "Language",
        uses: ["Values", "Selectors", "DOM", "Addresses", "Encoding", "Records", "Patterns", "Basics"]
    ),
    room(
        "Sources",
        uses: [
            "Language", "Values", "Selectors", "DOM", "Addresses", "Encoding", "Records", "Patterns",
            "Basics",
        ]
    ),
    room(
        "Extraction",
        uses: ["Sources", "Language", "Values", "Selectors", "DOM", "Addresses", "Records", "Basics"]
    ),
    room(
        "Engine",
        uses: [
            "Extraction", "Sources", "Language", "Values", "Selectors", "DOM", "Addresses", "Encoding",
            "Records", "Basics",
        ]
    ),
    // The library's public face: the engine, and what has types of Foundation. No room of the command uses it.
    room(
        "Scraping",
        uses: [
            "Engine", "Extraction", "Sources", "Language", "Values", "Selectors", "DOM", "Addresses",
            "Encoding",
            "Records", "Basics",
        ]
    ),
    room("PluginHost", uses: ["Engine", "Language", "Values", "Records", "Basics"]),
]

/// What the rooms above the engine may use of it and of the rooms below.
let engine: [Target.Dependency] = [
    "Engine", "Extraction", "Sources", "Language", "Values", "Selectors", "DOM", "Addresses", "Encoding",
    "Records", "Basics",
]

/// What the tests may use of the public face and of the rooms below.
let face = ["Scraping"] + engine

let tools: [Target] = [
    room("Cases", uses: engine),
    room("Mutation", uses: ["Cases"] + engine),
    room("Regression", uses: ["Cases", "Mutation", "PluginHost"] + engine),
    room("Drafting", uses: ["Cases", "Regression"] + engine),
    room("Reporting", uses: ["Cases"] + engine),
    room("Batch", uses: ["Cases"] + engine),
    room("Fetching", uses: ["Batch", "Politeness", "CVariadic"] + engine),
    room("Crawling", uses: ["Cases", "Fetching", "Batch", "Politeness"] + engine),
]

let plugins: [Target] =
    compiledIn.map { name in
        .target(
            name: name,
            dependencies: importsScraping(name) ? ["Engine", "Scraping"] : ["Engine"],
            path: "Plugins/\(name)",
            exclude: hasCases(name) ? ["cases.jsonl"] : [],
            packageAccess: false,
            swiftSettings: settings(of: name)
        )
    } + [
        // The list of the compiled-in plugins, made of the dependencies.
        .target(
            name: "CompiledInPlugins",
            dependencies: ["Language"] + compiledIn.map { .target(name: $0) },
            swiftSettings: settings,
            plugins: ["ListPlugins"]
        ),
        .plugin(name: "ListPlugins", capability: .buildTool(), path: "Sources/ListPlugins"),
        .executableTarget(
            name: "one-rep-max-server",
            dependencies: ["OneRepMax", "Scraping"],
            path: "Plugins/OneRepMaxServer",
            packageAccess: false,
            swiftSettings: settings
        ),
    ]

let commands: [Target] = [
    .executableTarget(
        name: "scrape",
        dependencies: [
            "Crawling", "Fetching", "Batch", "Politeness", "Reporting", "Regression", "Mutation", "Cases",
            "Drafting", "PluginHost",
            "CompiledInPlugins", "Platform",
        ] + engine,
        swiftSettings: settings(of: "scrape"),
        linkerSettings: withoutExports
    ),
    .executableTarget(
        name: "scrape-benchmark",
        dependencies: [
            "Crawling", "Fetching", "Batch", "Politeness", "Patterns", "Reporting", "Regression", "Mutation",
            "Cases", "Drafting", "CompiledInPlugins", "Platform",
        ] + engine,
        swiftSettings: settings(of: "scrape-benchmark")
    ),
]

let checks: [Target] = [
    // What tests of several rooms use: shared cases, events to wait for; and rules that are text.
    .target(name: "TestSupport", dependencies: ["Basics"], path: "Tests/Support", swiftSettings: settings),
    .target(
        name: "RulesTestSupport",
        dependencies: ["OneRepMax", "TestSupport"] + face,
        path: "Tests/RulesSupport",
        swiftSettings: settings
    ),
    tests("Basics", uses: ["Basics", "Platform"]),
    tests("Patterns", uses: ["Patterns"]),
    tests("Encoding", uses: ["Encoding", "DOM", "Basics"]),
    tests("Politeness", uses: ["Politeness", "Addresses", "Encoding", "Basics"]),
    tests("Addresses", uses: ["Addresses", "Encoding", "Records", "Basics"]),
    tests("Records", uses: ["Records", "Basics"]),
    tests("DOM", uses: ["DOM", "Encoding", "Basics", "CLibXML2"]),
    tests("Selectors", uses: ["Selectors", "DOM", "Encoding", "Basics"]),
    // ICU is part of the toolchain; Foundation links it, but does not re-export it.
    tests("Values", uses: ["RulesTestSupport"] + face, linking: ["_FoundationICU"]),
    tests("Language", uses: ["RulesTestSupport", "CompiledInPlugins"] + face),
    tests("Sources", uses: ["RulesTestSupport"] + face, excluding: ["MainContentPages"]),
    tests("Extraction", uses: ["RulesTestSupport", "Cases", "CompiledInPlugins"] + face),
    tests("Scraping", uses: ["RulesTestSupport", "CompiledInPlugins", "OneRepMax"] + face),
    tests(
        "PluginHost",
        uses: ["RulesTestSupport", "PluginHost", "Regression", "Cases", "OneRepMax", "one-rep-max-server"]
            + face
    ),
    tests("Cases", uses: ["Crawling", "Cases", "CompiledInPlugins"] + face),
    tests("Mutation", uses: ["Mutation", "Cases"] + face),
    tests(
        "Regression",
        uses: [
            "RulesTestSupport", "PluginHost", "OneRepMax", "Regression", "Mutation", "Cases",
            "CompiledInPlugins",
        ] + face
    ),
    tests(
        "Drafting",
        uses: ["Drafting", "Cases", "Regression", "Mutation", "CompiledInPlugins"] + face,
        excluding: ["Drafts"]
    ),
    tests("Reporting", uses: ["Reporting", "Cases"] + face),
    tests("Batch", uses: ["Batch", "Cases", "PluginHost"] + face),
    tests(
        "Fetching",
        uses: ["Crawling", "Fetching", "Batch", "Politeness", "scrape", "Platform"] + face,
        excluding: ["Examples"]
    ),
    tests("Chart", uses: ["Chart"] + face, excluding: ["Cases"]),
    tests("Markdown", uses: ["Markdown", "Regression", "Cases"] + face, excluding: ["Cases"]),
    tests("SQLite", uses: ["SQLite"] + face),
    tests("Benchmark", uses: ["scrape-benchmark", "DOM", "Basics"]),
    tests("Command", uses: ["scrape"] + face, excluding: ["Transcripts"]),
]

let package = Package(
    name: "scrape",
    // Apple's platforms are untested: this package is built and tested on Linux.
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "scrape", targets: ["scrape"]),
        .library(name: "Scraping", targets: ["Scraping"]),
        .library(name: "Selectors", targets: ["Selectors"]),
        .library(name: "PluginHost", targets: ["PluginHost", "Scraping"]),
        .library(name: "Regression", targets: ["Regression", "Scraping"]),
        .library(name: "Drafting", targets: ["Drafting", "Scraping"]),
        .library(name: "Reporting", targets: ["Reporting", "Scraping"]),
    ],
    targets: ground + core + tools + plugins + commands + checks,
    swiftLanguageModes: [.v6]
)
