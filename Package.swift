// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target of this package is compiled with.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "scrape",
    products: [
        .executable(name: "scrape", targets: ["scrape"]),
        .library(name: "Scraping", targets: ["Scraping", "Records", "Selectors", "DOM"]),
        .library(name: "Regression", targets: ["Regression"]),
        .library(name: "Drafting", targets: ["Drafting"]),
        .library(name: "Reporting", targets: ["Reporting"]),
        .library(name: "Batch", targets: ["Batch"]),
    ],
    targets: [
        .systemLibrary(
            name: "CLibXML2",
            pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]
        ),
        .target(name: "Basics", swiftSettings: settings),
        .target(name: "DOM", dependencies: ["Basics", "CLibXML2"], swiftSettings: settings),
        .target(name: "Selectors", dependencies: ["DOM", "Basics"], swiftSettings: settings),
        .target(name: "Records", dependencies: ["Basics"], swiftSettings: settings),
        .target(
            name: "Values",
            dependencies: ["Records", "Basics", "DOM"],
            swiftSettings: settings,
            // Part of the toolchain; Foundation links it, and does not pass it on.
            linkerSettings: [.linkedLibrary("_FoundationICU")]
        ),
        .target(
            name: "Language",
            dependencies: ["Values", "Selectors", "DOM", "Records", "Basics"],
            swiftSettings: settings
        ),
        .target(
            name: "Sources",
            dependencies: ["Language", "Values", "Selectors", "DOM", "Records", "Basics"],
            swiftSettings: settings
        ),
        .target(
            name: "Extraction",
            dependencies: ["Sources", "Language", "Values", "Selectors", "DOM", "Records", "Basics"],
            swiftSettings: settings
        ),
        .target(
            name: "Scraping",
            dependencies: [
                "Extraction", "Sources", "Language", "Values", "Selectors", "DOM", "Records", "Basics",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "PluginHost",
            dependencies: ["Scraping", "Language", "Values", "Records", "Basics"],
            swiftSettings: settings
        ),
        .target(
            name: "Regression",
            dependencies: ["Scraping", "Selectors", "Records", "DOM"],
            swiftSettings: settings
        ),
        .target(
            name: "Drafting",
            dependencies: ["Scraping", "Records", "Selectors", "DOM"],
            swiftSettings: settings
        ),
        .target(
            name: "Reporting",
            dependencies: ["Regression", "Scraping", "Records", "DOM"],
            swiftSettings: settings
        ),
        .target(
            name: "Batch",
            dependencies: ["Regression", "Scraping", "Records", "DOM"],
            swiftSettings: settings
        ),
        .target(
            name: "OneRepMax",
            dependencies: ["Scraping", "Records"],
            path: "Plugins/OneRepMax",
            exclude: ["cases.jsonl"],
            packageAccess: false,
            swiftSettings: settings
        ),
        .executableTarget(
            name: "one-rep-max-server",
            dependencies: ["OneRepMax", "Scraping"],
            path: "Plugins/OneRepMaxServer",
            packageAccess: false,
            swiftSettings: settings
        ),
        .target(
            name: "Chart",
            dependencies: ["Scraping", "Records"],
            path: "Plugins/Chart",
            exclude: ["cases.jsonl"],
            packageAccess: false,
            swiftSettings: settings
        ),
        .target(
            name: "Markdown",
            dependencies: ["Scraping", "Records", "DOM"],
            path: "Plugins/Markdown",
            exclude: ["cases.jsonl"],
            packageAccess: false,
            swiftSettings: settings
        ),
        .target(
            name: "SQLite",
            dependencies: ["Scraping", "Records"],
            path: "Plugins/SQLite",
            packageAccess: false,
            swiftSettings: settings
        ),
        .executableTarget(
            name: "scrape",
            dependencies: [
                "Batch", "Reporting", "Regression", "Drafting", "Scraping", "Selectors", "Records", "DOM",
                "Chart", "Markdown", "OneRepMax", "SQLite",
            ],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "scrape-benchmark",
            dependencies: ["Selectors", "DOM"],
            swiftSettings: settings
        ),
        .testTarget(name: "DOMTests", dependencies: ["DOM", "CLibXML2"], swiftSettings: settings),
        .testTarget(
            name: "SelectorsTests",
            dependencies: ["Selectors", "DOM"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "BenchmarkTests",
            dependencies: ["scrape-benchmark", "DOM"],
            swiftSettings: settings
        ),
        .testTarget(name: "RecordsTests", dependencies: ["Records"], swiftSettings: settings),
        .testTarget(
            name: "ScrapingTests",
            dependencies: [
                "Scraping", "Regression", "Records", "DOM", "OneRepMax", "one-rep-max-server",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "DraftingTests",
            dependencies: ["Drafting", "Regression", "Scraping", "Records", "DOM"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "RegressionTests",
            dependencies: ["Regression", "Scraping", "Records", "Chart", "Markdown", "OneRepMax"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ChartTests",
            dependencies: ["Chart", "Scraping", "Records"],
            exclude: ["Cases"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "MarkdownTests",
            dependencies: ["Markdown", "Regression", "Scraping", "Records"],
            exclude: ["Cases"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "SQLiteTests",
            dependencies: ["SQLite", "Scraping", "Records"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "ReportingTests",
            dependencies: ["Reporting", "Regression", "Scraping", "Records", "DOM"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "BatchTests",
            dependencies: ["Batch", "Regression", "Scraping", "Records", "DOM"],
            swiftSettings: settings
        ),
        .testTarget(name: "CommandTests", dependencies: ["scrape"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
