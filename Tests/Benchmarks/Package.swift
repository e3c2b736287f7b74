// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Resourceful", path: "../..")],
    targets: [
        .executableTarget(
            name: "overhead",
            dependencies: [
                .product(name: "ResourcefulIdentity", package: "Resourceful"),
                .product(name: "ResourcefulLoading", package: "Resourceful"),
                .product(name: "ResourcefulTesting", package: "Resourceful"),
                .product(name: "ResourcefulLab", package: "Resourceful"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "soak",
            dependencies: [
                .product(name: "ResourcefulKits", package: "Resourceful"),
                .product(name: "ResourcefulCurl", package: "Resourceful"),
                .product(name: "ResourcefulPages", package: "Resourceful"),
                .product(name: "ResourcefulTesting", package: "Resourceful"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "upload",
            dependencies: [
                .product(name: "ResourcefulKits", package: "Resourceful"),
                .product(name: "ResourcefulCurl", package: "Resourceful"),
                .product(name: "ResourcefulURLSession", package: "Resourceful"),
                .product(name: "ResourcefulTesting", package: "Resourceful"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "streams",
            dependencies: [
                .product(name: "ResourcefulKits", package: "Resourceful"),
                .product(name: "ResourcefulCurl", package: "Resourceful"),
                .product(name: "ResourcefulURLSession", package: "Resourceful"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "cache",
            dependencies: [
                .product(name: "ResourcefulLoading", package: "Resourceful"),
                .product(name: "ResourcefulKits", package: "Resourceful"),
                .product(name: "ResourcefulTesting", package: "Resourceful"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "loops",
            dependencies: ["Serving", .product(name: "ResourcefulCurl", package: "Resourceful")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .target(name: "Heap"),
        .executableTarget(
            name: "memory",
            dependencies: ["Heap", "Serving", .product(name: "ResourcefulCurl", package: "Resourceful")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "json",
            dependencies: [.product(name: "ResourcefulJSON", package: "Resourceful")],
            swiftSettings: [.swiftLanguageMode(.v6)]),
        .target(name: "Marks"),
        // A server for the benchmarks of transports.
        .target(name: "EventServer"),
        .target(name: "Serving", dependencies: ["EventServer"], swiftSettings: [.swiftLanguageMode(.v6)]),
        .executableTarget(
            name: "paths",
            dependencies: [
                "Marks",
                .product(name: "ResourcefulCurl", package: "Resourceful"),
                .product(name: "ResourcefulKits", package: "Resourceful"),
                .product(name: "ResourcefulTesting", package: "Resourceful"),
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]),
    ]
        // What Tests/LinkTests looks at: what programs that use so much of the package are linked with.
        + ["ResourcefulJSON", "ResourcefulCore", "Resourceful"].map { product in
            .executableTarget(
                name: product == "Resourceful" ? "linkedwhole" : "linked\(product.dropFirst(11).lowercased())",
                dependencies: [.product(name: product, package: "Resourceful")],
                swiftSettings: [.swiftLanguageMode(.v6)])
        }
)
