import Foundation
import HTTPTypes
import OpenAPIRuntime

/// A client as the generator writes it, with three operations.
struct Client: Sendable {
    let serverURL: URL
    let transport: any ClientTransport
    var middlewares: [any ClientMiddleware] = []

    struct Unexpected: Error {
        let status: Int
    }

    func listEpisodes() async throws -> [String] {
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/episodes?sort=new")
        let (response, body) = try await send(request, nil, "listEpisodes")
        guard response.status == .ok, let body else { throw Unexpected(status: response.status.code) }
        return try JSONDecoder().decode([String].self, from: try await data(body))
    }

    func upload(_ body: HTTPBody) async throws -> Int {
        var request = HTTPRequest(method: .put, scheme: nil, authority: nil, path: "/episodes/1")
        request.headerFields[.contentType] = "audio/mpeg"
        return try await send(request, body, "upload").0.status.code
    }

    func watch() async throws -> (HTTPResponse, HTTPBody?) {
        try await send(HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/watch"), nil, "watch")
    }

    private func data(_ body: HTTPBody) async throws -> Data {
        var data = Data()
        for try await piece in body { data.append(contentsOf: piece) }
        return data
    }

    private func send(
        _ request: HTTPRequest, _ body: HTTPBody?, _ operation: String
    ) async throws -> (HTTPResponse, HTTPBody?) {
        var next: @Sendable (HTTPRequest, HTTPBody?, URL) async throws -> (HTTPResponse, HTTPBody?) = {
            try await transport.send($0, body: $1, baseURL: $2, operationID: operation)
        }
        for middleware in middlewares.reversed() {
            let inner = next
            next = {
                try await middleware.intercept($0, body: $1, baseURL: $2, operationID: operation, next: inner)
            }
        }
        return try await next(request, body, serverURL)
    }
}
