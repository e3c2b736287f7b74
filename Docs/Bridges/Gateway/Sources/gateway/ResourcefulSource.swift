import AsyncHTTPClient
import Foundation
import Resourceful
import ResourcefulAsyncHTTPClient
import ResourcefulDiagnostics
import ResourcefulResilience

/// The gateway with Resourceful: each part is a resource, the page is a plan, and the rest is a list of policies.
struct ResourcefulSource: PageSource {
    private let webservice: Webservice

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - services: The root of the services.
    ///   - isCached: Whether responses are kept as long as they are fresh.
    ///   - transport: What sends the requests.
    init(services: URL, isCached: Bool, transport: some Transport) {
        let cache: [Policy] = isCached ? [.cache()] : []
        webservice = Webservice(
            baseURL: services,
            policies: cache + [
                .retry(upTo: 2), .hedging(after: .milliseconds(50)), .limit(atOnce: 256), .tracing(),
            ], transport: transport)
    }

    func page(for user: Int) async throws -> Page { try await webservice.load(Page.page(for: user)) }

    func close() {}
}

extension Page {
    /// The page of a user, from three services at once, within a second.
    static func page(for user: Int) -> Plan<Page> {
        zip(
            Resource<Profile>(json: "/profiles/{user}", ["user": user]),
            Resource<[Item]>(json: "/items?user={user}", ["user": user]),
            Resource<[Price]>(json: "/prices")
        ).map(Page.init).deadline(.seconds(1))
    }
}
