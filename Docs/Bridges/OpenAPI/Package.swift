// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// Where swift-openapi-runtime can't be fetched, OPENAPI_STAND_IN=1 takes its protocols and its body type from this
// package, so that the bridge can be built and tested.
let isStandIn = Context.environment["OPENAPI_STAND_IN"] != nil
let runtime: Target.Dependency =
    isStandIn ? "OpenAPIRuntime" : .product(name: "OpenAPIRuntime", package: "swift-openapi-runtime")
let conversions = Target.Dependency.product(name: "ResourcefulHTTPTypes", package: "ResourcefulHTTPTypes")
let types = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")

let package = Package(
    name: "ResourcefulOpenAPI",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1), .macCatalyst(.v16)],
    products: [.library(name: "ResourcefulOpenAPI", targets: ["ResourcefulOpenAPI"])],
    dependencies: [
        .package(name: "Resourceful", path: "../../.."),
        .package(name: "ResourcefulHTTPTypes", path: "../HTTPTypes"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    ]
        + (isStandIn ? [] : [.package(url: "https://github.com/apple/swift-openapi-runtime", from: "1.8.0")]),
    targets: [
        .target(
            name: "ResourcefulOpenAPI",
            dependencies: [
                conversions, .product(name: "ResourcefulLoading", package: "Resourceful"),
                .product(name: "ResourcefulStreams", package: "Resourceful"), types, runtime,
            ],
            swiftSettings: settings),
        .testTarget(
            name: "OpenAPITests",
            dependencies: [
                conversions, "ResourcefulOpenAPI",
                .product(name: "ResourcefulTesting", package: "Resourceful"),
                .product(name: "Resourceful", package: "Resourceful"), types, runtime,
            ],
            swiftSettings: settings),
    ] + (isStandIn ? [.target(name: "OpenAPIRuntime", dependencies: [types], swiftSettings: settings)] : [])
)

// In CI, warnings are errors: not by an option of the build, so that the library is built once for all packages
// outside.
if Context.environment["RESOURCEFUL_CI"] != nil {
    for target in package.targets {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-warnings-as-errors"])]
    }
}
