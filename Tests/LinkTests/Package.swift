// swift-tools-version: 6.1
import PackageDescription

// Programs that use the package as its users do, to look at what they are linked with.
let package = Package(
    name: "LinkTests",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "Resourceful", path: "../..")],
    targets: [
        .executableTarget(
            name: "json", dependencies: [.product(name: "ResourcefulJSON", package: "Resourceful")]),
        .executableTarget(
            name: "core", dependencies: [.product(name: "ResourcefulCore", package: "Resourceful")]),
        .executableTarget(
            name: "whole", dependencies: [.product(name: "Resourceful", package: "Resourceful")]),
    ]
)
