// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Releases",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    dependencies: [.package(name: "Resourceful", path: "../Resourceful")],
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
// .package(name: "Resourceful", path: "../Resourceful", traits: ["URLSession"])
