import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ResourcefulTracing
import ServiceContextModule
import TextMetrics

extension Page: ResponseEncodable {}

/// What the service answers.
func routes(_ client: PageClient, _ probes: Probes, _ metrics: TextMetrics) -> Router<BasicRequestContext> {
    let router = Router()
    // These are asked often: they are neither logged nor measured.
    router.get("health") { _, _ in "alive\n" }
    router.get("ready") { _, _ in
        EditedResponse(status: probes.isReady ? .ok : .serviceUnavailable, response: probes.text)
    }
    router.get("metrics") { _, _ in metrics.text }

    let pages = router.group("page")
        .add(middleware: TracingMiddleware())
        .add(middleware: RequestIDMiddleware())
        .add(middleware: MetricsMiddleware())
        .add(middleware: LogRequestsMiddleware(.debug))
    pages.get(":user") { _, context in
        let user = try context.parameters.require("user", as: Int.self)
        do {
            return try await client.page(for: user)
        } catch let error where !(error is CancellationError) {
            throw HTTPError(error.isLate ? .gatewayTimeout : .badGateway)
        }
    }
    return router
}

/// Takes the identifier of a request from its field, or gives it one. Everything that the request causes has it.
struct RequestIDMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        // Another one could forge lines of the log, or fill it.
        let given = request.headers[.requestID].flatMap { $0.wholeMatch(of: /[\w.:=+\/-]{1,64}/)?.output }
        let id = given.map(String.init) ?? UUID().uuidString
        var service = ServiceContext.current ?? .topLevel
        service.requestID = id
        return try await ServiceContext.$current.withValue(service) {
            var response = try await next(request, context)
            response.headers[.requestID] = id
            return response
        }
    }
}

extension HTTPField.Name {
    static let requestID = HTTPField.Name("X-Request-ID")!
}

extension Logger.MetadataProvider {
    /// The identifier of the request that a line of the log belongs to.
    static let requestID = Logger.MetadataProvider {
        (ServiceContext.current?.requestID).map { ["request_id": .string($0)] } ?? [:]
    }
}
