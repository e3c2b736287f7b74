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

/// What a program adds to the slim core, one import for each.
let kits: [Target] = [
    .target(
        name: "ResourcefulDiagnostics", dependencies: ["ResourcefulLoading"], exclude: leftOut, resources: privacy,
        swiftSettings: settings),
    .target(
        name: "ResourcefulDisk", dependencies: ["ResourcefulLoading"], exclude: leftOut, resources: privacy,
        packageAccess: false, swiftSettings: settings),
    .target(
        name: "ResourcefulDownloads", dependencies: ["ResourcefulStreams"], exclude: leftOut, resources: privacy,
        swiftSettings: settings),
    .target(
        name: "ResourcefulFormats", dependencies: ["ResourcefulCore"], packageAccess: false, swiftSettings: settings),
    .target(
        name: "ResourcefulIdentity", dependencies: ["ResourcefulLoading"], packageAccess: false,
        swiftSettings: settings),
    .target(
        name: "ResourcefulConnectivity", dependencies: ["ResourcefulLoading"], packageAccess: false,
        swiftSettings: settings),
    .target(name: "ResourcefulOAuth", dependencies: ["ResourcefulCore"], swiftSettings: settings),
    .target(
        name: "ResourcefulOutbox", dependencies: ["ResourcefulLoading"], packageAccess: false, swiftSettings: settings),
    .target(
        name: "ResourcefulPages", dependencies: ["ResourcefulLoading"], packageAccess: false, swiftSettings: settings),
    // It counts by what is public alone; only the package sees the meter that streams and downloads share with it.
    .target(name: "ResourcefulProgress", dependencies: ["ResourcefulLoading"], swiftSettings: settings),
    .target(
        name: "ResourcefulResilience", dependencies: ["ResourcefulCore"], packageAccess: false, swiftSettings: settings),
    .target(name: "ResourcefulStreams", dependencies: ["ResourcefulProgress"], swiftSettings: settings),
    .target(
        name: "ResourcefulUploads", dependencies: ["ResourcefulLoading"], exclude: leftOut, resources: privacy,
        swiftSettings: settings),
]

/// Each a program.
let examples: [Target] = ["Episodes", "Daily", "Posts", "Targets", "Feed", "Talk"].map { folder in
    .executableTarget(
        name: folder.lowercased(),
        dependencies: ["ResourcefulKits", "ResourcefulCurl", "ResourcefulTesting", "ExampleSupport"]
            + (folder == "Episodes" ? ["ResourcefulLab"] : []),
        path: "Docs/Examples/\(folder)", swiftSettings: settings)
}

/// Programs for a newcomer to copy, and so without what the others share.
let samples: [Target] = [
    .executableTarget(
        name: "quickstart", dependencies: ["Resourceful"], path: "Docs/Examples/QuickStart", swiftSettings: settings),
    .executableTarget(
        name: "episodesapp", dependencies: ["Resourceful", "ResourcefulProgress"], path: "Docs/Examples/SwiftUI",
        swiftSettings: settings),
]

/// All of them, but in release mode in CI, which they aren't built for.
let programs = Context.environment["RESOURCEFUL_CI"] == nil ? examples + samples : []

/// What tests of both suites begin with.
let support: [Target] = [
    .target(
        name: "TestSupport", dependencies: ["ResourcefulKits", "ResourcefulTesting"], path: "Tests/Support/TestSupport",
        swiftSettings: settings),
    .target(
        name: "TransportSupport",
        dependencies: ["ResourcefulCurl", "ResourcefulURLSession", "ResourcefulTesting", "TestSupport"],
        path: "Tests/Support/TransportSupport", swiftSettings: settings),
    // Shared with the campaigns in Tests/Fuzzing.
    .target(
        name: "JSONDifferential", dependencies: ["ResourcefulTesting"],
        path: "Tests/Fuzzing/Sources/JSONDifferential", swiftSettings: settings),
]

/// The default suite: no clock, no other process, and no sockets but those of a short contract.
let defaultTests: [Target] =
    support + [
        .testTarget(
            name: "ResourcefulJSONTests", dependencies: ["ResourcefulTesting", "JSONDifferential", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ResourcefulHTTPTests", dependencies: ["ResourcefulTesting", "TestSupport"], swiftSettings: settings),
        .testTarget(
            name: "ResourcefulCoreTests",
            dependencies: ["ResourcefulPages", "ResourcefulTesting", "ResourcefulLab", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ResourcefulLoadingTests", dependencies: ["ResourcefulPages", "ResourcefulTesting", "TestSupport"],
            swiftSettings: settings),
        // A folder for each kit.
        .testTarget(
            name: "KitTests",
            dependencies: ["ResourcefulKits", "ResourcefulTesting", "ResourcefulLab", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "TransportTests",
            dependencies: ["ResourcefulCurl", "CResourcefulCurl", "ResourcefulURLSession", "TransportSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "ResourcefulTestingTests",
            dependencies: ["ResourcefulSwiftTesting", "ResourcefulLab", "TestSupport"],
            exclude: ["SwiftTesting/Recordings"], swiftSettings: settings),
        // Compiled as a user's code is: without our settings.
        .testTarget(
            name: "ContractTests", dependencies: ["Resourceful", "ResourcefulIdentity", "ResourcefulTesting"]),
        .testTarget(name: "ArchitectureTests", swiftSettings: settings),
    ]

/// The extended suite, which `Tests/Extended/run` builds and runs: what needs clocks, sockets, files, other processes or
/// minutes, and the documentation's code.
let extendedTests: [Target] =
    support + [
        .target(name: "ProgramSupport", path: "Tests/Extended/Support/ProgramSupport", swiftSettings: settings),
        .target(
            name: "ExtendedSupport", path: "Tests/Extended/Support/ExtendedSupport",
            swiftSettings: settings),
        // Processes to be killed.
        .executableTarget(
            name: "cachewriter", dependencies: ["ResourcefulDisk"], path: "Tests/Extended/Support/cachewriter",
            swiftSettings: settings),
        .executableTarget(
            name: "downloader", dependencies: ["Resourceful", "ResourcefulDownloads"],
            path: "Tests/Extended/Support/downloader",
            swiftSettings: settings),
        .executableTarget(
            name: "outboxwriter", dependencies: ["Resourceful", "ResourcefulDisk", "ResourcefulOutbox"],
            path: "Tests/Extended/Support/outboxwriter",
            swiftSettings: settings),
        .executableTarget(
            name: "uploader", dependencies: ["Resourceful", "ResourcefulDisk", "ResourcefulUploads"],
            path: "Tests/Extended/Support/uploader",
            swiftSettings: settings),
        // What the fuzzer in Tests/Fuzzing is led by.
        .target(
            name: "FuzzTargets", dependencies: ["ResourcefulKits", "ResourcefulCurl", "ResourcefulTesting"],
            path: "Tests/Fuzzing/Sources/FuzzTargets", swiftSettings: settings),
        .testTarget(
            name: "SocketTests",
            dependencies: [
                "ResourcefulCurl", "CResourcefulCurl", "ResourcefulURLSession", "ResourcefulOAuth", "ResourcefulPages",
                "ResourcefulUploads", "ResourcefulLab", "TransportSupport", "ExtendedSupport", "ProgramSupport",
                "uploader",
            ],
            path: "Tests/Extended/SocketTests", swiftSettings: settings),
        .testTarget(
            name: "TimedTests",
            dependencies: [
                "ResourcefulPages", "ResourcefulTesting", "ResourcefulLab", "TestSupport", "ExtendedSupport",
                "cachewriter", "downloader", "outboxwriter",
            ],
            path: "Tests/Extended/TimedTests", swiftSettings: settings),
        .testTarget(
            name: "CampaignTests",
            dependencies: [
                "ResourcefulDisk", "ResourcefulOAuth", "ResourcefulOutbox", "ResourcefulPages", "ResourcefulTesting",
                "ResourcefulLab", "TestSupport", "ExtendedSupport", "FuzzTargets",
            ],
            path: "Tests/Extended/CampaignTests", swiftSettings: settings),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "episodes", "quickstart", "episodesapp", "daily", "posts", "targets", "feed", "talk", "ExampleSupport",
                "ResourcefulOAuth", "ResourcefulURLSession", "ResourcefulTesting", "ResourcefulLab", "ProgramSupport",
                "ExtendedSupport",
            ],
            path: "Tests/Extended/ExampleTests", exclude: ["Episodes/Fixtures"], swiftSettings: settings),
        .testTarget(
            name: "SnippetTests",
            dependencies: [
                "ResourcefulKits", "ResourcefulCurl", "ResourcefulURLSession",
                "ResourcefulSwiftTesting", "ResourcefulLab", "ExampleSupport", "ExtendedSupport",
            ],
            path: "Tests/Extended/SnippetTests",
            exclude: [
                "Bodies/Snapshots", "Readme/Package.swift", "Testing/Fixtures", "Testing/Recordings",
                "Testing/Snapshots",
            ],
            swiftSettings: settings),
    ]

/// The suite that is built: the default one, or in `RESOURCEFUL_TESTS` the extended one or a target of it.
let tests: [Target] =
    switch Context.environment["RESOURCEFUL_TESTS"] {
    case nil: defaultTests
    case "extended": extendedTests
    case let name: extendedTests.filter { !$0.isTest || $0.name == name }
    }

let package = Package(
    name: "Resourceful",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1), .macCatalyst(.v16)],
    products: programs.map { .executable(name: $0.name, targets: [$0.name]) } + [
        .library(name: "Resourceful", targets: ["Resourceful"]),
        .library(name: "ResourcefulJSON", targets: ["ResourcefulJSON"]),
        .library(name: "ResourcefulHTTP", targets: ["ResourcefulHTTP"]),
        .library(name: "ResourcefulCore", targets: ["ResourcefulCore"]),
        .library(name: "ResourcefulLoading", targets: ["ResourcefulLoading"]),
        .library(name: "ResourcefulKits", targets: ["ResourcefulKits"]),
        .library(name: "ResourcefulConnectivity", targets: ["ResourcefulConnectivity"]),
        .library(name: "ResourcefulDiagnostics", targets: ["ResourcefulDiagnostics"]),
        .library(name: "ResourcefulDisk", targets: ["ResourcefulDisk"]),
        .library(name: "ResourcefulDownloads", targets: ["ResourcefulDownloads"]),
        .library(name: "ResourcefulFormats", targets: ["ResourcefulFormats"]),
        .library(name: "ResourcefulIdentity", targets: ["ResourcefulIdentity"]),
        .library(name: "ResourcefulOAuth", targets: ["ResourcefulOAuth"]),
        .library(name: "ResourcefulOutbox", targets: ["ResourcefulOutbox"]),
        .library(name: "ResourcefulPages", targets: ["ResourcefulPages"]),
        .library(name: "ResourcefulProgress", targets: ["ResourcefulProgress"]),
        .library(name: "ResourcefulResilience", targets: ["ResourcefulResilience"]),
        .library(name: "ResourcefulStreams", targets: ["ResourcefulStreams"]),
        .library(name: "ResourcefulUploads", targets: ["ResourcefulUploads"]),
        .library(name: "ResourcefulNetwork", targets: ["ResourcefulNetwork"]),
        .library(name: "ResourcefulCurl", targets: ["ResourcefulCurl"]),
        .library(name: "ResourcefulURLSession", targets: ["ResourcefulURLSession"]),
        .library(name: "ResourcefulTesting", targets: ["ResourcefulTesting"]),
        .library(name: "ResourcefulLab", targets: ["ResourcefulLab"]),
        .library(name: "ResourcefulSwiftTesting", targets: ["ResourcefulSwiftTesting"]),
    ],
    traits: [
        .trait(
            name: "URLSession",
            description: "Where libcurl can't be had, PlatformTransport is URLSession's, on Linux too.")
    ],
    targets: [
        .target(name: "CResourcefulStack"),
        .target(name: "ResourcefulJSON", dependencies: ["CResourcefulStack"], swiftSettings: settings),
        .target(name: "CResourcefulZlib"),
        .target(
            name: "ResourcefulHTTP", dependencies: ["ResourcefulJSON", "CResourcefulZlib"], swiftSettings: settings),
        .target(
            name: "ResourcefulCore", dependencies: ["ResourcefulJSON", "ResourcefulHTTP"], swiftSettings: settings),
        .target(
            name: "ResourcefulLoading", dependencies: ["ResourcefulCore"], exclude: leftOut, resources: privacy,
            swiftSettings: settings),
        // What transports can be told about connections.
        .target(name: "ResourcefulNetwork", dependencies: ["ResourcefulHTTP"], swiftSettings: settings),
        .target(name: "CResourcefulCurl", dependencies: ["CResourcefulZlib"]),
        .target(
            name: "ResourcefulCurl", dependencies: ["ResourcefulLoading", "ResourcefulNetwork", "CResourcefulCurl"],
            swiftSettings: settings),
        .target(
            name: "ResourcefulURLSession", dependencies: ["ResourcefulLoading", "ResourcefulNetwork"],
            swiftSettings: settings),
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
        // The slim core and all kits, for one import.
        .target(
            name: "ResourcefulKits",
            dependencies: ["Resourceful"] + kits.map { Target.Dependency.target(name: $0.name) },
            swiftSettings: settings),
        .target(
            name: "ResourcefulTesting",
            dependencies: ["ResourcefulDiagnostics", "ResourcefulDownloads", "ResourcefulPages", "CResourcefulZlib"],
            swiftSettings: settings),
        // What searches through everything that can go wrong.
        .target(
            name: "ResourcefulLab", dependencies: ["ResourcefulTesting", "ResourcefulDiagnostics"],
            swiftSettings: settings),
        .target(
            name: "ResourcefulSwiftTesting", dependencies: ["ResourcefulTesting", "ResourcefulDiagnostics"],
            swiftSettings: settings),

        // What the examples share.
        .target(
            name: "ExampleSupport", dependencies: ["ResourcefulKits", "ResourcefulTesting"],
            path: "Docs/Examples/Support", swiftSettings: settings),
    ] + kits + programs + tests
)

// In CI, what tests isn't optimized in release mode, only what is tested: that halves the time of the build.
if Context.environment["RESOURCEFUL_CI"] != nil {
    for target in package.targets where target.isTest {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
    }
}
