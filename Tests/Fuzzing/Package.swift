// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Resourceful", path: "../..")],
    targets: [
        .target(
            // Sources/fuzzer and Sources/FuzzTargets are built by `build`, with a sanitizer.
            name: "JSONDifferential", dependencies: [.product(name: "ResourcefulTesting", package: "Resourceful")],
            swiftSettings: settings),
        .executableTarget(name: "differential", dependencies: ["JSONDifferential"], swiftSettings: settings),
    ]
)
