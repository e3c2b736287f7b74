// swift-tools-version: 6.2
import PackageDescription

// What the documentation shows, as a user's package has it: with what is public alone, and once more in an app whose
// code is on the main actor unless it says otherwise. `run` copies the sources here.
let articles = [
    "Bodies", "Caching", "ComingFrom", "ComparedCalls", "DescribingRequests", "Downloading", "GettingStarted", "JSON",
    "LoadingPages", "Outbox", "Plans", "Policies", "ReadingResponses", "ReadingStreams", "Readme", "Recipes", "Showing",
    "SigningIn", "Testing", "Transports", "Types", "WatchingProgress",
]

let examples = ["Episodes", "Daily", "Posts", "Targets", "Feed", "Talk", "QuickStart", "SwiftUI"]

let products: [Target.Dependency] = [
    "Resourceful", "ResourcefulCurl", "ResourcefulURLSession", "ResourcefulKits", "ResourcefulDiagnostics",
    "ResourcefulDisk", "ResourcefulDownloads", "ResourcefulFormats", "ResourcefulIdentity", "ResourcefulOAuth",
    "ResourcefulOutbox", "ResourcefulPages", "ResourcefulProgress", "ResourcefulResilience", "ResourcefulStreams",
    "ResourcefulUploads", "ResourcefulConnectivity",
    "ResourcefulTesting", "ResourcefulLab", "ResourcefulSwiftTesting",
].map { .product(name: $0, package: "Resourceful") }

/// What Xcode sets for a new app.
let app: [SwiftSetting] = [
    .defaultIsolation(MainActor.self),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]

/// How projects compile: README's code needs no change in any.
let modes: [(name: String, settings: [SwiftSetting])] = [
    ("", []), ("OnMainActor", [.defaultIsolation(MainActor.self)]), ("InApp", app),
    ("InSwift5", [.swiftLanguageMode(.v5)]),
]

let package = Package(
    name: "Outside",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1), .macCatalyst(.v16)],
    dependencies: [.package(name: "Resourceful", path: "../..", traits: ["URLSession"])],
    targets: [
        .executableTarget(name: "withoutlibcurl", dependencies: products, path: "WithoutLibcurl"),
        .target(name: "Examples", dependencies: products, path: ".sources/Examples"),
        .testTarget(name: "ContractOutside", dependencies: products, path: ".sources/Plain/ContractTests"),
    ]
        // README's example, with the dependencies that README's Package.swift has.
        + modes.flatMap { mode -> [Target] in
            let folder = ".sources/Newcomer\(mode.name)"
            return [
                .executableTarget(
                    name: "Releases\(mode.name)", dependencies: [.product(name: "Resourceful", package: "Resourceful")],
                    path: "\(folder)/Sources/Releases", swiftSettings: mode.settings),
                .testTarget(
                    name: "ReleasesTests\(mode.name)",
                    dependencies: [
                        .target(name: "Releases\(mode.name)"),
                        .product(name: "ResourcefulProgress", package: "Resourceful"),
                        .product(name: "ResourcefulTesting", package: "Resourceful"),
                    ],
                    path: "\(folder)/Tests/ReleasesTests", swiftSettings: mode.settings),
            ]
        }
        + examples.flatMap { example -> [Target] in
            let dependencies = products + ["Examples"]
            return [
                .executableTarget(
                    name: "\(example)Outside", dependencies: dependencies, path: ".sources/Plain/\(example)"),
                .executableTarget(
                    name: "\(example)InApp", dependencies: dependencies, path: ".sources/App/\(example)",
                    swiftSettings: app),
            ]
        }
        + articles.flatMap { article -> [Target] in
            let dependencies = products + ["Examples"]
            return [
                .testTarget(name: "\(article)Outside", dependencies: dependencies, path: ".sources/Plain/\(article)"),
                .testTarget(
                    name: "\(article)InApp", dependencies: dependencies, path: ".sources/App/\(article)",
                    swiftSettings: app),
            ]
        }
)
