// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Releases",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    dependencies: [.package(url: "https://github.com/OWNER/Resourceful.git", from: "0.1.0")],
    targets: [
        .executableTarget(
            name: "Releases",
            dependencies: [.product(name: "Resourceful", package: "Resourceful")]),
        .testTarget(
            name: "ReleasesTests",
            dependencies: [
                "Releases", .product(name: "ResourcefulTesting", package: "Resourceful"),
            ]),
    ]
)

// With the trait:
// .package(url: "https://github.com/OWNER/Resourceful.git", from: "0.1.0", traits: ["URLSession"])
// From a clone:
// dependencies: [.package(name: "Resourceful", path: "../Resourceful")],
