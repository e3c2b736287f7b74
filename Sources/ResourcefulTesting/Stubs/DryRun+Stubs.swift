public import ResourcefulCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension DryRun {
    /// A run whose requests are answered by a stubbed server, from its beginning, in virtual time: an answer that takes
    /// an hour moves ``elapsed`` on by one. Copies of the run ask the same server.
    ///
    /// - Parameters:
    ///   - baseURL: What relative URLs are resolved against.
    ///   - policies: What is done to every request, the outermost first.
    ///   - server: The stubs.
    public init(baseURL: URL? = nil, policies: [Policy] = [], _ server: StubServer) {
        let session = StubSession(server)
        self.init(baseURL: baseURL, policies: policies) { request, delay in
            let outcome: Result<Response, any Error>
            (outcome, delay) = session.answer(to: request).outcome(for: request)
            return try outcome.get()
        }
    }
}
