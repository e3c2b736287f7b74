import Foundation
import Resourceful
import ResourcefulDiagnostics
import ResourcefulOAuth
import ResourcefulResilience
import ResourcefulTracing

/// Loads pages from two services that fail now and then.
struct PageClient: Sendable {
    private let webservice: Webservice
    private let settings: Settings

    init(_ settings: Settings, _ shared: SharedState, observers: [LoadObserver], lifetime: LoadLifetime) {
        self.settings = settings
        webservice = Webservice(
            policies: Self.policies(settings, cache: shared.cache), store: shared.store, observers: observers,
            transport: TracedTransport(PlatformTransport())
        )
        .lasting(lifetime)
    }

    /// The policies, from the outside in. The article "In production" says why in this order.
    private static func policies(_ settings: Settings, cache: some CacheStore) -> [Policy] {
        let oauth = OAuth(token: settings.token, clientID: settings.clientID, clientSecret: settings.clientSecret)
        return [
            .cache(
                in: cache, Caching(staleWhileRevalidating: .seconds(5), staleIfError: .seconds(300))
            ),
            .retry(RetryRule(upTo: 2, waits: .exponential(from: .milliseconds(20)))),
            .bearer(
                for: settings.profiles, also: [settings.recommendations],
                renewing: .seconds(1), lease: settings.deadline / 2
            ) { _ in oauth.clientCredentials().idempotencyKey().timeout(settings.deadline / 2) },
            .requestIDs(),
            .circuitBreaker(after: 10, cooldown: .seconds(1)),
            .hedging(after: .milliseconds(100)),
            .limit(atOnce: 256),
        ]
    }

    /// Loads the page of a user.
    ///
    /// - Throws: `DeadlineExceeded` after the deadline; `LoadError` without a profile.
    func page(for user: Int) async throws -> Page {
        try await webservice.load(Page.page(for: user, settings), spanNamed: "page")
    }
}

/// What this service makes of both. There are no recommendations when their service is away or slow.
struct Page: Codable, Sendable {
    struct Profile: Codable, Sendable {
        let name: String
        let city: String
    }

    struct Item: Codable, Sendable {
        let id: Int
        let title: String
    }

    let profile: Profile
    let recommendations: [Item]?

    /// The page of a user.
    static func page(for user: Int, _ settings: Settings) -> Plan<Page> {
        let profile = Resource<Profile>(json: settings.profiles.appending(path: "profiles/\(user)"))
            .urlTemplate("/profiles/{user}")
        let recommendations = Resource<[Item]>(
            json: settings.recommendations.appending(path: "recommendations/\(user)")
        )
        .urlTemplate("/recommendations/{user}")

        let (deadline, less) = (settings.deadline, settings.deadline * 3 / 4)
        let items = recommendations.map(Optional.some).deadline(less).recover { _ in Plan.value(nil) }
        return zip(profile, items).map(Page.init).deadline(deadline)
    }
}
