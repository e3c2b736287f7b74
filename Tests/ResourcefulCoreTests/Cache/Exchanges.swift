import ResourcefulCore
import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the tests of the cache begin with: a moment, and exchanges at seconds from it.
enum Exchanges {
    static let url = URL(string: "https://example.org/episodes")!
    static let start = Date(timeIntervalSince1970: 1_700_000_000)

    static func moment(_ seconds: Double) -> Date { start.addingTimeInterval(seconds) }

    static func date(_ seconds: Double) -> String { HTTPDate.text(of: moment(seconds)) ?? "" }

    static func request(_ fields: HeaderFields = [:], method: Request.Method = .get) -> Request {
        Request(url: url, method: method, headerFields: fields)
    }

    /// A request as a cache sees it, to which a policy has added a token for a user whom it names, or doesn't name.
    static func request(of user: String?, token: String, _ fields: HeaderFields = [:]) throws -> Request {
        let policy = Policy(identifying: { _ in .value(user) }) { request, next in
            next(request.header("Authorization", token))
        }
        var run = DryRun(policies: [policy, .cache()]) { _ in Response() }
        _ = try run.load(Plan.send(request(fields)))
        return run.requests[0]
    }

    /// A response made at a moment.
    static func response(
        _ fields: HeaderFields = [:], status: Response.Status = 200, body: String = "one", at seconds: Double = 0
    ) -> Response {
        var fields = fields
        if !fields.contains("Date") { fields["Date"] = date(seconds) }
        return Response(status: status, headerFields: fields, body: Data(body.utf8), url: url)
    }

    /// What is stored after an exchange without delay.
    static func entry(
        _ response: Response, to request: Request = request(), sent: Request? = nil, at seconds: Double = 0,
        caching: Caching = .standard, current: CacheEntry? = nil
    ) -> CacheEntry? {
        CacheEntry.after(
            response, to: sent ?? request, original: request, requested: moment(seconds), received: moment(seconds),
            caching: caching, current: current)
    }
}

extension CacheDecision {
    /// What is served, if anything is.
    var served: Response? { if case .serve(let response, _) = self { response } else { nil } }
    /// The request that validates, before or after something is served.
    var validating: Request? {
        switch self {
        case .serve(_, let request): request
        case .validate(let request): request
        case .fetch: nil
        }
    }

    /// One word for it.
    var word: String {
        switch self {
        case .serve(let response, nil): "serve \(response.status.code)"
        case .serve(let response, .some): "serve \(response.status.code) and validate"
        case .validate: "validate"
        case .fetch: "fetch"
        }
    }

    /// The decision some seconds after the start.
    static func at(
        _ seconds: Double, _ stored: CacheEntry?, _ fields: HeaderFields = [:], method: Request.Method = .get,
        caching: Caching = .standard
    ) -> CacheDecision {
        CacheDecision(
            for: Exchanges.request(fields, method: method), stored: stored, at: Exchanges.moment(seconds),
            caching: caching)
    }
}
