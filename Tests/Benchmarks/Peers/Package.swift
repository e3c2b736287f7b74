// swift-tools-version: 6.1
import PackageDescription

// Each contender is a program of its own, so that none pays for what another is linked with. One more is a folder under
// Sources, a line here and a line in ../contenders.py.
let package = Package(
    name: "Peers",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "Resourceful", path: "../../.."),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.100.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.30.0"),
    ],
    targets: [
        .target(name: "CMeasuring"),
        .target(name: "Measuring", dependencies: ["CMeasuring"]),
        .executableTarget(name: "bare-curl"),
        .contender("raw-urlsession"),
        .contender(
            "async-http-client",
            .product(name: "AsyncHTTPClient", package: "async-http-client"),
            .product(name: "NIOFoundationCompat", package: "swift-nio"),
            .product(name: "NIOSSL", package: "swift-nio-ssl")),
        .contender("over-urlsession", .product(name: "ResourcefulURLSession", package: "Resourceful")),
        .contender(
            "over-curl",
            .product(name: "Resourceful", package: "Resourceful"),
            .product(name: "ResourcefulCurl", package: "Resourceful"),
            .product(name: "ResourcefulDownloads", package: "Resourceful"),
            .product(name: "ResourcefulStreams", package: "Resourceful")),
        .contender("no-network", .product(name: "ResourcefulTesting", package: "Resourceful")),
    ],
    swiftLanguageModes: [.v6]
)

extension Target {
    static func contender(_ name: String, _ products: Dependency...) -> Target {
        .executableTarget(name: name, dependencies: ["Measuring"] + products)
    }
}
