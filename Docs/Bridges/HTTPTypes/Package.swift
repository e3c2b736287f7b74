// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let types = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let loading = Target.Dependency.product(name: "ResourcefulLoading", package: "Resourceful")

let package = Package(
    name: "ResourcefulHTTPTypes",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1), .macCatalyst(.v16)],
    products: [.library(name: "ResourcefulHTTPTypes", targets: ["ResourcefulHTTPTypes"])],
    dependencies: [
        .package(name: "Resourceful", path: "../../.."),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.4.0"),
    ],
    targets: [
        .target(name: "ResourcefulHTTPTypes", dependencies: [loading, types], swiftSettings: settings),
        .testTarget(
            name: "HTTPTypesTests", dependencies: ["ResourcefulHTTPTypes", loading, types], swiftSettings: settings),
    ]
)

// In CI, warnings are errors: not by an option of the build, so that the library is built once for all packages
// outside.
if Context.environment["RESOURCEFUL_CI"] != nil {
    for target in package.targets {
        target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-warnings-as-errors"])]
    }
}
