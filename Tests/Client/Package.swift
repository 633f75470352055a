// swift-tools-version: 6.2
import PackageDescription

// The library as another package uses it: only its public interface is visible here.

let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let scraping = Target.Dependency.product(name: "Scraping", package: "scrape")

let package = Package(
    name: "client",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "scrape", path: "../..")],
    targets: [
        .executableTarget(
            name: "TenLines",
            dependencies: [scraping],
            packageAccess: false,
            swiftSettings: settings
        ),
        .executableTarget(
            name: "Readme",
            dependencies: [scraping],
            packageAccess: false,
            swiftSettings: settings
        ),
        .executableTarget(
            name: "ParseOnly",
            dependencies: [.product(name: "Selectors", package: "scrape")],
            packageAccess: false,
            swiftSettings: settings
        ),
        .target(
            name: "Garden",
            dependencies: [scraping],
            resources: [.copy("Resources/garden.json")],
            packageAccess: false,
            swiftSettings: settings
        ),
        .target(
            name: "Extensions",
            dependencies: [scraping],
            packageAccess: false,
            swiftSettings: settings
        ),
        .executableTarget(
            name: "scrape-plugin-initials",
            dependencies: ["Extensions", scraping],
            packageAccess: false,
            swiftSettings: settings
        ),
        .testTarget(
            name: "ClientTests",
            dependencies: [
                "Extensions", "Garden", "scrape-plugin-initials", scraping,
                .product(name: "Selectors", package: "scrape"),
                .product(name: "PluginHost", package: "scrape"),
                .product(name: "Regression", package: "scrape"),
                .product(name: "Drafting", package: "scrape"),
                .product(name: "Reporting", package: "scrape"),
            ],
            exclude: ["Generated/plants.json", "GardenCorpus"],
            packageAccess: false,
            swiftSettings: settings
        ),
    ],
    swiftLanguageModes: [.v6]
)
