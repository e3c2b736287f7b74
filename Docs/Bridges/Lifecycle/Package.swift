// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let loading = Target.Dependency.product(name: "ResourcefulLoading", package: "Resourceful")
let resilience = Target.Dependency.product(name: "ResourcefulResilience", package: "Resourceful")
let lifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")

let package = Package(
    name: "ResourcefulLifecycle",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1), .macCatalyst(.v16)],
    products: [.library(name: "ResourcefulLifecycle", targets: ["ResourcefulLifecycle"])],
    dependencies: [
        .package(name: "Resourceful", path: "../../.."),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    ],
    targets: [
        .target(name: "ResourcefulLifecycle", dependencies: [loading, lifecycle, resilience], swiftSettings: settings),
        .testTarget(
            name: "LifecycleTests",
            dependencies: [
                "ResourcefulLifecycle", lifecycle, loading, resilience,
                .product(name: "ResourcefulTesting", package: "Resourceful"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
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
