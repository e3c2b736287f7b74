import Foundation
import HTTPTypes
import Hummingbird
import Logging
import ServiceContextModule
import TextMetrics

extension Page: ResponseEncodable {}

/// What the service answers.
func routes(_ client: PageClient, _ health: Health, _ metrics: TextMetrics) -> Router<BasicRequestContext> {
    let router = Router()
    // Whoever runs the service asks these, often: they are neither logged nor measured.
    router.get("health") { _, _ in "alive\n" }
    router.get("ready") { _, _ in
        let (isReady, text) = health.readiness
        return EditedResponse(status: isReady ? .ok : .serviceUnavailable, response: text)
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
            throw HTTPError(PageClient.isLate(error) ? .gatewayTimeout : .badGateway)
        }
    }
    return router
}

/// Takes the id of a request from its field, or gives it one.
struct RequestIDMiddleware<Context: RequestContext>: RouterMiddleware {
    func handle(
        _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let field = HTTPField.Name("X-Request-ID")!
        let given = request.headers[field].flatMap { Self.isValid($0) ? $0 : nil }
        let id = given ?? UUID().uuidString
        var service = ServiceContext.current ?? .topLevel
        service.requestID = id
        return try await ServiceContext.$current.withValue(service) {
            var response = try await next(request, context)
            response.headers[field] = id
            return response
        }
    }

    /// Whoever sends a request could forge lines of the log, or fill it.
    private static func isValid(_ id: String) -> Bool {
        (1...64).contains(id.utf8.count) && id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
    }
}
