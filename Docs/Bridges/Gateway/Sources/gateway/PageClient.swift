import Foundation
import Logging
import Resourceful
import ResourcefulDiagnostics
import ResourcefulLogging
import ResourcefulMetrics
import ResourcefulOAuth
import ResourcefulResilience
import ResourcefulTracing

/// Loads pages from two services that fail now and then.
struct PageClient: Sendable {
    private let webservice: Webservice
    private let settings: Settings

    init(_ settings: Settings, _ shared: SharedState, logger: Logger) {
        self.settings = settings
        let oauth = OAuth(token: settings.token, clientID: settings.clientID, clientSecret: settings.clientSecret)
        // From the outside in. The article "In production" says why in this order.
        let policies: [Policy] = [
            .cache(in: shared.cache, Caching(staleWhileRevalidating: .seconds(5), staleIfError: .seconds(300))),
            .retry(RetryRule(upTo: 2, waits: .exponential(from: .milliseconds(20)))),
            .bearer(
                for: settings.profiles, also: [settings.recommendations], renewing: .seconds(1), lease: .seconds(2)
            ) { _ in oauth.clientCredentials() },
            .circuitBreaker(after: 10, cooldown: .seconds(1)),
            .hedging(after: .milliseconds(100)),
            .limit(atOnce: 256),
        ]
        webservice = Webservice(
            policies: policies, store: shared.store, observers: [.logger(logger), .metrics()],
            transport: RequestIDTransport(TracedTransport(PlatformTransport())))
    }

    /// Loads the page of a user. The profile must be there; without recommendations, the page has none.
    func page(for user: Int) async throws -> Page {
        let profile = Resource<Profile>(json: settings.profiles.appending(path: "profiles/\(user)"))
            .urlTemplate("/profiles/{user}")
        let recommendations = Resource<[Item]>(
            json: settings.recommendations.appending(path: "recommendations/\(user)")
        )
        .urlTemplate("/recommendations/{user}")
        let items = recommendations.map(Optional.some).deadline(settings.deadline * 3 / 4)
            .recover { _ in Plan.value(nil) }
        return try await webservice.load(zip(profile, items).map(Page.init).deadline(settings.deadline))
    }

    /// Whether a page took too long, rather than failed.
    static func isLate(_ error: any Error) -> Bool { error is DeadlineExceeded }
}

/// What the first service knows of a user.
struct Profile: Codable, Sendable {
    let name: String
    let city: String
}

/// What the second service recommends.
struct Item: Codable, Sendable {
    let id: Int
    let title: String
}

/// What this service makes of both. Without recommendations, when their service is away.
struct Page: Codable, Sendable {
    let profile: Profile
    let recommendations: [Item]?
}
