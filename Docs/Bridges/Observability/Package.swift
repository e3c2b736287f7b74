// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let diagnostics = Target.Dependency.product(name: "ResourcefulDiagnostics", package: "Resourceful")
let resilience = Target.Dependency.product(name: "ResourcefulResilience", package: "Resourceful")
let testing = Target.Dependency.product(name: "ResourcefulTesting", package: "Resourceful")

let package = Package(
    name: "ResourcefulObservability",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1), .macCatalyst(.v16)],
    products: [
        .library(name: "ResourcefulLogging", targets: ["ResourcefulLogging"]),
        .library(name: "ResourcefulMetrics", targets: ["ResourcefulMetrics"]),
        .library(name: "ResourcefulTracing", targets: ["ResourcefulTracing"]),
    ],
    dependencies: [
        .package(name: "Resourceful", path: "../../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
    ],
    targets: [
        // A lock for every platform.
        .target(name: "ResourcefulGuarding", swiftSettings: settings),
        .target(
            name: "ResourcefulLogging",
            dependencies: [
                "ResourcefulGuarding", diagnostics, resilience, .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .target(
            name: "ResourcefulMetrics",
            dependencies: [
                "ResourcefulGuarding", diagnostics, resilience,
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ],
            swiftSettings: settings),
        .target(
            name: "ResourcefulTracing",
            dependencies: [
                diagnostics, .product(name: "Instrumentation", package: "swift-distributed-tracing"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: settings),
        // What they cost.
        .executableTarget(
            name: "observing",
            dependencies: [
                "ResourcefulLogging", "ResourcefulMetrics", "ResourcefulTracing", diagnostics, resilience, testing,
                .product(name: "ResourcefulLoading", package: "Resourceful"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "LoggingTests",
            dependencies: [
                "ResourcefulLogging", resilience, testing, .product(name: "InMemoryLogging", package: "swift-log"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "MetricsTests",
            dependencies: [
                "ResourcefulMetrics", resilience, testing, .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ],
            swiftSettings: settings),
        .testTarget(
            name: "TracingTests",
            dependencies: [
                "ResourcefulTracing", resilience, testing,
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: settings),
    ]
)

// In CI, warnings are errors: not by an option of the build, so that the library is built once for all packages outside.
if Context.environment["RESOURCEFUL_CI"] != nil {
    for target in package.targets {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-warnings-as-errors"])]
    }
}
