package import ResourcefulTesting
package import Testing

#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// What many tests begin with.
package enum Sample {
    package static let url = URL(string: "https://example.org/episodes")!

    /// The error that loading a request ends with when every request that is sent is answered with 200.
    ///
    /// A failure of the request stage must come before anything is sent, so that is checked here, once for all.
    package static func refusal(
        of request: Request, baseURL: URL? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) -> LoadError? {
        var run = DryRun(baseURL: baseURL) { _ in Response() }
        let error = #expect(throws: LoadError.self, sourceLocation: sourceLocation) { try run.load(Plan.send(request)) }
        #expect(run.requests.isEmpty, "something was sent", sourceLocation: sourceLocation)
        #expect(error?.stage == .request, sourceLocation: sourceLocation)
        return error
    }

    /// The request as a transport gets it.
    package static func sent(_ request: Request, baseURL: URL? = nil) throws -> Request {
        var run = DryRun(baseURL: baseURL) { _ in Response() }
        _ = try run.load(Plan.send(request))
        return try #require(run.requests.first)
    }
}
