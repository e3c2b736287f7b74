// AsyncHTTPClient with its default configuration, and over TLS with the authority of the benchmarks' server.
import AsyncHTTPClient
import Foundation
import Measuring
import NIOCore
import NIOFoundationCompat
import NIOSSL

/// The server answered with something else than success.
struct Refused: Error {}

@Sendable func answer(of url: String, _ client: HTTPClient) async throws -> HTTPClientResponse.Body {
    let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
    guard response.status == .ok else { throw Refused() }
    return response.body
}

@Sendable func small(_ url: String, _ client: HTTPClient) async throws -> Int {
    let bytes = try await answer(of: url, client).collect(upTo: 1 << 20)
    return try JSONDecoder().decode(Small.self, from: bytes).number
}

Contender.run { arguments in
    var configuration = HTTPClient.Configuration()
    if let authority = arguments.authority {
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.trustRoots = .file(authority)
    }
    let (client, settings) = (HTTPClient(configuration: configuration), configuration)
    let smallURL = arguments.server + "small.json"
    let body: @Sendable (String) async throws -> HTTPClientResponse.Body = { path in
        try await answer(of: arguments.server + path, client)
    }
    return [
        .small: { try await small(smallURL, client) },
        .firstLoad: {
            let client = HTTPClient(configuration: settings)
            let number = try await small(smallURL, client)
            try await client.shutdown()
            return number
        },
        .list: {
            let bytes = try await body("list.json").collect(upTo: 1 << 20)
            return try JSONDecoder().decode([Episode].self, from: bytes).count
        },
        .listBytes: { try await body("list.json").collect(upTo: 1 << 20).readableBytes },
        .download: {
            var count = 0
            for try await piece in try await body("big.bin") { count += piece.readableBytes }
            return count
        },
        .downloadToFile: {
            let file = NSTemporaryDirectory() + UUID().uuidString
            defer { try? FileManager.default.removeItem(atPath: file) }
            let delegate = try FileDownloadDelegate(path: file)
            let request = try HTTPClient.Request(url: arguments.server + "big.bin")
            _ = try await client.execute(request: request, delegate: delegate).get()
            return try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
        },
    ]
}
