// AsyncHTTPClient with its default configuration.
import AsyncHTTPClient
import Foundation
import Measuring
import NIOCore
import NIOFoundationCompat

/// The server answered with something else than success.
struct Refused: Error {}

Contender.run { arguments in
    let client = HTTPClient()
    let body: @Sendable (String) async throws -> HTTPClientResponse.Body = { path in
        let request = HTTPClientRequest(url: arguments.server + path)
        let response = try await client.execute(request, timeout: .seconds(60))
        guard response.status == .ok else { throw Refused() }
        return response.body
    }
    return [
        .small: {
            let bytes = try await body("small.json").collect(upTo: 1 << 20)
            return try JSONDecoder().decode(Small.self, from: bytes).number
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
