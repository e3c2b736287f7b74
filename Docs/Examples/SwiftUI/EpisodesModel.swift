import Observation
import Resourceful
import ResourcefulProgress

/// An episode of a podcast, as Apple's directory lists it.
nonisolated struct Episode: Decodable, Equatable, Identifiable, Sendable {
    let id: Int
    let title: String
    let podcast: String

    private enum CodingKeys: String, CodingKey {
        case id = "trackId"
        case title = "trackName"
        case podcast = "collectionName"
    }
}

nonisolated extension Episode {
    /// The episodes that match some words. The response is stored and counts as fresh for three minutes.
    static func search(_ words: String) -> Resource<[Episode]> {
        Resource<[Episode]>(
            json: "search{?term,media,entity,limit}",
            ["term": words, "media": "podcast", "entity": "podcastEpisode", "limit": 50], at: "results"
        ).cached(for: .seconds(180))
    }
}

nonisolated extension Webservice {
    /// Apple's directory of podcasts.
    static let podcasts = Webservice(baseURL: URL(string: "https://itunes.apple.com/"), policies: [.retry()])
}

/// The state of a list of episodes.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@Observable
@MainActor
final class EpisodesModel {
    private(set) var episodes: [Episode] = []
    /// The completed fraction of a refresh; nil while unknown.
    private(set) var fraction: Double?
    private(set) var isLoading = false
    private(set) var failure: String?
    private let webservice: Webservice
    private let list: Resource<[Episode]>

    init(_ webservice: Webservice = .podcasts, searching words: String = "swift programming") {
        self.webservice = webservice
        list = Episode.search(words)
    }

    /// Shows the stored value at once, then the new one.
    func appear() async {
        await show {
            for try await update in webservice.updates(of: list) { episodes = update.value }
        }
    }

    /// Loads from the server, whatever is stored.
    func refresh() async {
        await show {
            episodes = try await webservice.load(list.refreshed()) { fraction = $0.fraction }
        }
    }

    private func show(_ load: () async throws -> Void) async {
        isLoading = true
        defer { (isLoading, fraction) = (false, nil) }
        do {
            try await load()
            failure = nil
        } catch is CancellationError {
            // The user has left, so there is nothing to show.
        } catch {
            failure = ErrorMessages.english(error)
        }
    }
}
