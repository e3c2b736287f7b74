// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "ResourcefulFleet",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1), .macCatalyst(.v16)],
    products: [
        .library(name: "ResourcefulFleet", targets: ["ResourcefulFleet"]),
        .library(name: "ResourcefulRedis", targets: ["ResourcefulRedis"]),
        .library(name: "ResourcefulPostgres", targets: ["ResourcefulPostgres"]),
    ],
    dependencies: [
        .package(name: "Resourceful", path: "../../.."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
    ],
    targets: [
        // What shared stores of all kinds do.
        .target(
            name: "ResourcefulFleet",
            dependencies: [
                .product(name: "ResourcefulDisk", package: "Resourceful"),
                .product(name: "ResourcefulLoading", package: "Resourceful"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .target(
            name: "ResourcefulRedis",
            dependencies: [
                "ResourcefulFleet", .product(name: "ResourcefulLoading", package: "Resourceful"),
                .product(name: "ResourcefulNetwork", package: "Resourceful"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .target(
            name: "ResourcefulPostgres",
            dependencies: [
                "CPostgres", "ResourcefulFleet", .product(name: "ResourcefulLoading", package: "Resourceful"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .target(name: "LocalPostgres", swiftSettings: settings),
        // What goes wrong between a store and its server, for tests.
        .target(
            name: "FaultyProxy",
            dependencies: [
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
        // What the tests of all stores share.
        .target(
            name: "SharedPolicies",
            dependencies: [
                "FaultyProxy", .product(name: "ResourcefulOutbox", package: "Resourceful"),
                .product(name: "ResourcefulResilience", package: "Resourceful"),
                .product(name: "ResourcefulTesting", package: "Resourceful"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "FleetTests",
            dependencies: [
                "ResourcefulFleet", .product(name: "ResourcefulLoading", package: "Resourceful"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PostgresTests",
            dependencies: [
                "FaultyProxy", "LocalPostgres", "ResourcefulFleet", "ResourcefulPostgres", "SharedPolicies",
                .product(name: "ResourcefulDisk", package: "Resourceful"),
                .product(name: "ResourcefulTesting", package: "Resourceful"),
                .product(name: "ResourcefulLab", package: "Resourceful"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
        // A server for tests and the program.
        .target(name: "LocalRedis", swiftSettings: settings),
        .executableTarget(
            name: "fleet",
            dependencies: [
                "LocalRedis", "ResourcefulFleet", "ResourcefulRedis",
                .product(name: "Resourceful", package: "Resourceful"),
                .product(name: "ResourcefulTesting", package: "Resourceful"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "RedisTests",
            dependencies: [
                "FaultyProxy", "LocalRedis", "ResourcefulFleet", "ResourcefulRedis", "SharedPolicies",
                .product(name: "ResourcefulNetwork", package: "Resourceful"),
                .product(name: "ResourcefulTesting", package: "Resourceful"),
                .product(name: "ResourcefulLab", package: "Resourceful"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            swiftSettings: settings),
    ]
)

// In CI, warnings are errors: not by an option of the build, so that the library is built once for all packages
// outside.
if Context.environment["RESOURCEFUL_CI"] != nil {
    for target in package.targets where target.type != .system {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-warnings-as-errors"])]
    }
}
