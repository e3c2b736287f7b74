// swift-tools-version: 6.1
import PackageDescription

/// Every target is compiled alike: Swift 6 mode, and the rules that later language modes will make the default.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Where URLSession is at home, and the default.
let applePlatforms: [Platform] = [.macOS, .iOS, .tvOS, .watchOS, .visionOS, .macCatalyst]
/// Where libcurl is the default.
let otherPlatforms: [Platform] = [.linux, .android, .openbsd]

/// What the App Store asks for. Elsewhere it is left out: a resource would make every program link all of Foundation.
#if os(macOS)
    let (privacy, leftOut): ([Resource], [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
    let (privacy, leftOut): ([Resource], [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

/// Each a program.
let examples: [Target] = ["Episodes", "Daily", "Posts", "Targets", "Feed", "Talk"].map { folder in
    .executableTarget(
        name: folder.lowercased(),
        dependencies: ["Resourceful", "ResourcefulCurl", "ResourcefulOAuth", "ResourcefulTesting", "ExampleSupport"],
        path: "Docs/Examples/\(folder)", swiftSettings: settings)
}

/// Programs for a newcomer to copy, and so without what the others share.
let samples: [Target] = [
    .executableTarget(
        name: "quickstart", dependencies: ["Resourceful"], path: "Docs/Examples/QuickStart", swiftSettings: settings),
    .executableTarget(
        name: "episodesapp", dependencies: ["Resourceful"], path: "Docs/Examples/SwiftUI", swiftSettings: settings),
]

let package = Package(
    name: "Resourceful",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1), .macCatalyst(.v16)],
    products: [
        .library(name: "Resourceful", targets: ["Resourceful"]),
        .library(name: "ResourcefulJSON", targets: ["ResourcefulJSON"]),
        .library(name: "ResourcefulHTTP", targets: ["ResourcefulHTTP"]),
        .library(name: "ResourcefulCore", targets: ["ResourcefulCore"]),
        .library(name: "ResourcefulLoading", targets: ["ResourcefulLoading"]),
        .library(name: "ResourcefulOAuth", targets: ["ResourcefulOAuth"]),
        .library(name: "ResourcefulCurl", targets: ["ResourcefulCurl"]),
        .library(name: "ResourcefulURLSession", targets: ["ResourcefulURLSession"]),
        .library(name: "ResourcefulTesting", targets: ["ResourcefulTesting"]),
        .library(name: "ResourcefulSwiftTesting", targets: ["ResourcefulSwiftTesting"]),
        .executable(name: "episodes", targets: ["episodes"]),
        .executable(name: "quickstart", targets: ["quickstart"]),
        .executable(name: "episodesapp", targets: ["episodesapp"]),
        .executable(name: "daily", targets: ["daily"]),
        .executable(name: "posts", targets: ["posts"]),
        .executable(name: "targets", targets: ["targets"]),
        .executable(name: "feed", targets: ["feed"]),
        .executable(name: "talk", targets: ["talk"]),
    ],
    traits: [
        .trait(
            name: "URLSession",
            description: "Where libcurl can't be had, PlatformTransport is URLSession's, on Linux too.")
    ],
    targets: [
        .target(name: "ResourcefulJSON", swiftSettings: settings),
        .target(name: "CResourcefulZlib"),
        .target(
            name: "ResourcefulHTTP", dependencies: ["ResourcefulJSON", "CResourcefulZlib"], swiftSettings: settings),
        .target(
            name: "ResourcefulCore", dependencies: ["ResourcefulJSON", "ResourcefulHTTP"], swiftSettings: settings),
        .target(
            name: "ResourcefulLoading", dependencies: ["ResourcefulCore"], exclude: leftOut, resources: privacy,
            swiftSettings: settings),
        .target(name: "ResourcefulOAuth", dependencies: ["ResourcefulCore"], swiftSettings: settings),
        .target(name: "CResourcefulCurl", dependencies: ["CResourcefulZlib"]),
        .target(
            name: "ResourcefulCurl", dependencies: ["ResourcefulLoading", "CResourcefulCurl"], swiftSettings: settings),
        .target(name: "ResourcefulURLSession", dependencies: ["ResourcefulLoading"], swiftSettings: settings),
        .target(
            name: "ResourcefulFallback", dependencies: ["ResourcefulLoading", "ResourcefulURLSession"],
            swiftSettings: settings),
        .target(
            name: "Resourceful",
            dependencies: [
                "ResourcefulLoading", .target(name: "ResourcefulCurl", condition: .when(platforms: otherPlatforms)),
                .target(name: "ResourcefulURLSession", condition: .when(platforms: applePlatforms)),
                .target(
                    name: "ResourcefulFallback", condition: .when(platforms: otherPlatforms, traits: ["URLSession"])),
            ],
            swiftSettings: settings),
        .target(name: "ResourcefulTesting", dependencies: ["ResourcefulLoading"], swiftSettings: settings),
        .target(name: "ResourcefulSwiftTesting", dependencies: ["ResourcefulTesting"], swiftSettings: settings),

        // What the examples share.
        .target(
            name: "ExampleSupport", dependencies: ["Resourceful", "ResourcefulTesting"],
            path: "Docs/Examples/Support", swiftSettings: settings),

        // What many tests begin with.
        .target(
            name: "TestSupport", dependencies: ["ResourcefulTesting"], path: "Tests/Support/TestSupport",
            swiftSettings: settings),
        // What the tests share with the campaigns and the fuzzer in Tests/Fuzzing.
        .target(
            name: "JSONDifferential", dependencies: ["ResourcefulTesting"],
            path: "Tests/Fuzzing/Sources/JSONDifferential", swiftSettings: settings),
        .testTarget(
            name: "ResourcefulJSONTests", dependencies: ["ResourcefulTesting", "JSONDifferential", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ResourcefulHTTPTests", dependencies: ["ResourcefulTesting", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "ResourcefulCoreTests", dependencies: ["ResourcefulTesting", "TestSupport"], swiftSettings: settings),
        // What the fuzzer in Tests/Fuzzing is led by, over the inputs that it has kept.
        .testTarget(
            name: "FuzzTargets", dependencies: ["ResourcefulCurl", "ResourcefulTesting"],
            path: "Tests/Fuzzing/Sources/FuzzTargets", swiftSettings: settings),
        .testTarget(
            name: "OAuthTests", dependencies: ["ResourcefulOAuth", "ResourcefulTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(name: "PlanTests", dependencies: ["ResourcefulTesting", "TestSupport"], swiftSettings: settings),
        // Runs the examples as processes of their own.
        .target(name: "ProgramSupport", path: "Tests/Support/ProgramSupport", swiftSettings: settings),
        // A process of its own for the tests of the stores, to be killed.
        .executableTarget(
            name: "cachewriter", dependencies: ["ResourcefulLoading"], path: "Tests/Support/cachewriter",
            swiftSettings: settings),
        // Another one for the tests of downloads.
        .executableTarget(
            name: "downloader", dependencies: ["Resourceful"], path: "Tests/Support/downloader",
            swiftSettings: settings),
        .testTarget(
            name: "ResourcefulLoadingTests",
            dependencies: ["ResourcefulTesting", "TestSupport", "cachewriter", "downloader"],
            swiftSettings: settings),
        .testTarget(
            name: "ResourcefulCurlTests",
            dependencies: ["ResourcefulCurl", "CResourcefulCurl", "ResourcefulTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "TransportTests",
            dependencies: ["ResourcefulCurl", "ResourcefulURLSession", "ResourcefulOAuth", "ResourcefulTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "ResourcefulTestingTests", dependencies: ["ResourcefulTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ResourcefulSwiftTestingTests", dependencies: ["ResourcefulSwiftTesting"], exclude: ["Recordings"],
            swiftSettings: settings),
        .testTarget(
            name: "EpisodesTests",
            dependencies: ["episodes", "ExampleSupport", "ResourcefulOAuth", "ResourcefulTesting", "ProgramSupport"],
            exclude: ["Fixtures"], swiftSettings: settings),
        .testTarget(
            name: "QuickStartTests", dependencies: ["quickstart", "ResourcefulTesting", "ProgramSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "EpisodesAppTests", dependencies: ["episodesapp", "ResourcefulTesting"], swiftSettings: settings),
        .testTarget(
            name: "StackTests",
            dependencies: [
                "daily", "posts", "targets", "feed", "talk", "ResourcefulTesting", "ResourcefulURLSession",
                "ProgramSupport",
            ],
            swiftSettings: settings),
        // Compiled as a user's code is: without our settings.
        .testTarget(name: "ContractTests", dependencies: ["Resourceful", "ResourcefulTesting"]),
        .testTarget(
            name: "ReadmeSnippetTests", dependencies: ["Resourceful", "ResourcefulTesting"],
            path: "Tests/SnippetTests/Readme", exclude: ["Package.swift"], swiftSettings: settings),
        .testTarget(
            name: "GettingStartedSnippetTests", dependencies: ["Resourceful", "ResourcefulTesting"],
            path: "Tests/SnippetTests/GettingStarted", swiftSettings: settings),
        .testTarget(
            name: "TransportsSnippetTests",
            dependencies: ["Resourceful", "ResourcefulCurl", "ResourcefulURLSession", "ResourcefulTesting"],
            path: "Tests/SnippetTests/Transports", swiftSettings: settings),
        .testTarget(
            name: "BodiesSnippetTests", dependencies: ["Resourceful", "ResourcefulTesting"],
            path: "Tests/SnippetTests/Bodies", exclude: ["Snapshots"], swiftSettings: settings),
        .testTarget(
            name: "DescribingRequestsSnippetTests", dependencies: ["Resourceful", "ResourcefulTesting"],
            path: "Tests/SnippetTests/DescribingRequests", swiftSettings: settings),
        .testTarget(
            name: "JSONSnippetTests", dependencies: ["Resourceful", "ResourcefulTesting"],
            path: "Tests/SnippetTests/JSON", swiftSettings: settings),
        .testTarget(
            name: "ReadingResponsesSnippetTests", dependencies: ["Resourceful", "ResourcefulTesting"],
            path: "Tests/SnippetTests/ReadingResponses", swiftSettings: settings),
        .testTarget(
            name: "PlansSnippetTests", dependencies: ["Resourceful", "ResourcefulOAuth", "ResourcefulTesting"],
            path: "Tests/SnippetTests/Plans", swiftSettings: settings),
        .testTarget(
            name: "PoliciesSnippetTests", dependencies: ["Resourceful", "ResourcefulTesting", "ExampleSupport"],
            path: "Tests/SnippetTests/Policies", swiftSettings: settings),
        .testTarget(
            name: "CachingSnippetTests", dependencies: ["Resourceful", "ResourcefulTesting", "ExampleSupport"],
            path: "Tests/SnippetTests/Caching", swiftSettings: settings),
        .testTarget(
            name: "LoadingPagesSnippetTests", dependencies: ["Resourceful", "ResourcefulTesting"],
            path: "Tests/SnippetTests/LoadingPages", swiftSettings: settings),
        .testTarget(
            name: "ReadingStreamsSnippetTests", dependencies: ["Resourceful", "ResourcefulTesting"],
            path: "Tests/SnippetTests/ReadingStreams", swiftSettings: settings),
        .testTarget(
            name: "DownloadingSnippetTests", dependencies: ["Resourceful", "ResourcefulTesting", "ExampleSupport"],
            path: "Tests/SnippetTests/Downloading", swiftSettings: settings),
        .testTarget(
            name: "WatchingProgressSnippetTests",
            dependencies: ["Resourceful", "ResourcefulTesting", "ExampleSupport"],
            path: "Tests/SnippetTests/WatchingProgress", swiftSettings: settings),
        .testTarget(
            name: "ComingFromSnippetTests", dependencies: ["Resourceful", "ResourcefulTesting"],
            path: "Tests/SnippetTests/ComingFrom", swiftSettings: settings),
        .testTarget(
            name: "ComparedCallsSnippetTests", dependencies: ["Resourceful", "ResourcefulTesting"],
            path: "Tests/SnippetTests/ComparedCalls", swiftSettings: settings),
        .testTarget(
            name: "ShowingSnippetTests", dependencies: ["Resourceful", "ResourcefulTesting"],
            path: "Tests/SnippetTests/Showing", swiftSettings: settings),
        .testTarget(
            name: "SigningInSnippetTests", dependencies: ["Resourceful", "ResourcefulOAuth", "ResourcefulTesting"],
            path: "Tests/SnippetTests/SigningIn", swiftSettings: settings),
        .testTarget(
            name: "RecipesSnippetTests",
            dependencies: ["Resourceful", "ResourcefulCurl", "ResourcefulOAuth", "ResourcefulTesting"],
            path: "Tests/SnippetTests/Recipes", swiftSettings: settings),
        // The examples in the documentation of types.
        .testTarget(
            name: "TypesSnippetTests",
            dependencies: [
                "Resourceful", "ResourcefulCurl", "ResourcefulURLSession", "ResourcefulOAuth", "ResourcefulTesting",
            ],
            path: "Tests/SnippetTests/Types", swiftSettings: settings),
        .testTarget(
            name: "TestingSnippetTests", dependencies: ["Resourceful", "ResourcefulSwiftTesting"],
            path: "Tests/SnippetTests/Testing", exclude: ["Fixtures", "Recordings", "Snapshots"],
            swiftSettings: settings),
        .testTarget(name: "ArchitectureTests", swiftSettings: settings),
    ] + examples + samples
)

// In CI, what tests isn't optimized in release mode, only what is tested: that halves the time of the build.
if Context.environment["RESOURCEFUL_CI"] != nil {
    for target in package.targets where target.isTest {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
    }
}
