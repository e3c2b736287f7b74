import Resourceful

/// The content of the example's server.
struct Podcast: Sendable {
    let episodes: [Episode]
    var comments: [Int: [Comment]] = [:]
    /// The idempotency keys of the comments.
    var keys: Set<String> = []

    init() {
        episodes = Self.titles.enumerated().map { index, entry in
            let (collection, title) = entry
            return Episode(
                id: index + 1, title: title, collection: collection, seconds: 1_260 + (index * 397) % 1_500,
                released: Self.date(ofWeek: index), guest: Self.guests[index + 1])
        }.reversed()
    }

    var collections: [PodcastCollection] {
        var names: [String] = []
        for episode in episodes where !names.contains(episode.collection) { names.append(episode.collection) }
        return names.map { name in
            PodcastCollection(name: name, episodes: episodes.filter { $0.collection == name }.map(\.id))
        }
    }

    func media(of episode: Episode, at baseURL: URL) -> Media {
        let parts = ["Where we left off", "The new idea", "Questions from listeners", "What comes next"]
        return Media(
            episode: episode.id, audio: baseURL.appending(path: "audio/\(episode.id).m4a"),
            summary: "An episode of the collection \(episode.collection), released on \(episode.released).",
            chapters: parts.enumerated().map { index, title in
                Media.Chapter(start: episode.seconds * index / parts.count, title: title)
            })
    }

    func search(_ words: String) -> [Episode] {
        episodes.filter { $0.title.lowercased().contains(words.lowercased()) }
    }

    /// A Monday. The podcast has been weekly since 2024-01-08.
    private static func date(ofWeek week: Int) -> String {
        let day = Date(timeIntervalSince1970: 1_704_672_000 + Double(week) * 604_800)
        return String(day.formatted(.iso8601).prefix(10))
    }

    private static let guests = [13: "Ada", 19: "Grace", 24: "Barbara", 29: "Frances"]

    private static let titles: [(String, String)] = [
        ("Values", "What is a value?"), ("Values", "Structs all the way down"), ("Values", "Equality for free"),
        ("Values", "Copy on write"), ("Values", "Enums that can't lie"), ("Values", "Validated at birth"),
        ("Functions", "Map, in every tongue"), ("Functions", "Flat map and friends"),
        ("Functions", "Zip: two at once"), ("Functions", "Folding a stream"), ("Functions", "Laws you can test"),
        ("Functions", "Composition over inheritance"), ("Networking", "A tiny networking layer"),
        ("Networking", "Requests as values"), ("Networking", "Parsing is half of it"),
        ("Networking", "Plans: what to do next"), ("Networking", "Retry without regret"),
        ("Networking", "One refresh for many"), ("Networking", "Redirects, and what they leak"),
        ("Networking", "Caches show old data first"), ("Testing", "Tests without a network"),
        ("Testing", "A clock that never ticks"), ("Testing", "Fixtures and recordings"),
        ("Testing", "Servers that lie on purpose"), ("Testing", "All orders of events"),
        ("Speed", "Counting instructions"), ("Speed", "One thread, many sockets"), ("Speed", "JSON on a tape"),
        ("Speed", "The cost of a hop"), ("Speed", "Bodies that do not fit"),
    ]
}
