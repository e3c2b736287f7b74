// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
    name: "ResourcefulGateway",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Resourceful", path: "../../.."),
        .package(name: "ResourcefulFleet", path: "../Fleet"),
        .package(name: "ResourcefulLifecycle", path: "../Lifecycle"),
        .package(name: "ResourcefulObservability", path: "../Observability"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.0.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.5.0"),
        .package(url: "https://github.com/apple/swift-service-context", from: "1.0.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    ],
    targets: [
        // The service: what you copy.
        .executableTarget(
            name: "gateway",
            dependencies: [
                "TextMetrics", "Upstreams",
                .product(name: "Resourceful", package: "Resourceful"),
                .product(name: "ResourcefulDiagnostics", package: "Resourceful"),
                .product(name: "ResourcefulLoading", package: "Resourceful"),
                .product(name: "ResourcefulOAuth", package: "Resourceful"),
                .product(name: "ResourcefulResilience", package: "Resourceful"),
                .product(name: "ResourcefulFleet", package: "ResourcefulFleet"),
                .product(name: "ResourcefulRedis", package: "ResourcefulFleet"),
                .product(name: "ResourcefulPostgres", package: "ResourcefulFleet"),
                .product(name: "ResourcefulLifecycle", package: "ResourcefulLifecycle"),
                .product(name: "ResourcefulLogging", package: "ResourcefulObservability"),
                .product(name: "ResourcefulMetrics", package: "ResourcefulObservability"),
                .product(name: "ResourcefulTracing", package: "ResourcefulObservability"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceContextModule", package: "swift-service-context"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ],
            swiftSettings: settings),
        // Metrics as text, for Prometheus. Use swift-prometheus or swift-otel instead.
        .target(
            name: "TextMetrics", dependencies: [.product(name: "CoreMetrics", package: "swift-metrics")],
            swiftSettings: settings),
        // What it calls: two unreliable services and their tokens.
        .target(
            name: "Upstreams",
            dependencies: [
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "upstreams-server",
            dependencies: [
                "Upstreams",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ],
            swiftSettings: settings),
    ]
)

// In CI, warnings are errors: not by an option of the build, so that the library is built once for all packages
// outside.
if Context.environment["RESOURCEFUL_CI"] != nil {
    for target in package.targets {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-warnings-as-errors"])]
    }
}
