import Logging
import Resourceful
import ServiceContextModule

/// The id of the request that this process answers: in each line of the log, and in the requests to other services.
private enum RequestIDKey: ServiceContextKey {
    typealias Value = String
}

extension ServiceContext {
    var requestID: String? {
        get { self[RequestIDKey.self] }
        set { self[RequestIDKey.self] = newValue }
    }
}

extension Logger.MetadataProvider {
    /// The id of the request that is answered.
    static let requestID = Logger.MetadataProvider {
        (ServiceContext.current?.requestID).map { ["request_id": .string($0)] } ?? [:]
    }
}

/// Sends the id to other services. It stands below all policies, so equal loads for two requests are still one, and a
/// cache doesn't see it.
struct RequestIDTransport<Base: Transport>: Transport {
    private let base: Base

    init(_ base: Base) { self.base = base }

    var clientIdentity: String? { base.clientIdentity }

    func send(_ request: Request) async throws -> Response { try await base.send(identified(request)) }

    func stream(_ request: Request) async throws -> ResponseStream { try await base.stream(identified(request)) }

    private func identified(_ request: Request) -> Request {
        (ServiceContext.current?.requestID).map { request.header("X-Request-ID", $0) } ?? request
    }
}
