import ExampleSupport
import Resourceful

/// What the example shows: a list, at first as it was stored; a detail found in it, two loads at once, a comment, and
/// what was sent for all that.
struct Tour<Sender: Transport> {
    let webservice: Webservice
    let transport: LoggedTransport<Sender>

    init(baseURL: URL, cache: DiskCache, transport: Sender) {
        self.transport = LoggedTransport(transport)
        webservice = Webservice(baseURL: baseURL, policies: [.cache(in: cache)], transport: self.transport)
    }

    func run() async throws {
        try await showEpisodes()
        try await showMedia()
        try await showCollectionsAndComments()
        showRequests()
    }

    private func showEpisodes() async throws {
        var last: CacheStatus?
        for try await update in webservice.updates(of: Episode.all.cached()) {
            title("\(update.value.count) episodes, \(Self.origin(update.status))")
            let rows = update.value.map { ["\($0.id)", $0.title, $0.collection, Self.time($0.seconds), $0.released] }
            print(Table(["#", "Title", "Collection", "Length", "Released"], rows: rows, right: [0, 3]))
            last = update.status
        }
        // What was stored, and then no other value: the server has been asked and has said so.
        if last?.isFresh == false { print("\nThe server has nothing newer.") }
    }

    private func showMedia() async throws {
        let plan = Episode.search("plans").flatMap { found in
            guard let episode = found.first else { throw NothingFound() }
            return episode.media.map { (episode, $0) }
        }
        let (episode, media) = try await webservice.load(plan)
        title("Found by flatMap: the plan was \(plan)")
        print("#\(episode.id) \(episode.title)\n\(media.summary)\n\(media.audio)")
        for chapter in media.chapters { print("  \(Self.time(chapter.start))  \(chapter.title)") }
    }

    private func showCollectionsAndComments() async throws {
        let plan = Episode.all.flatMap { episodes in
            guard let newest = episodes.first else { throw NothingFound() }
            return newest.post(Comment(author: "A listener", text: "More of this, please."))
                .flatMap { count in zip(PodcastCollection.all, newest.comments).map { ($0, count, $1) } }
        }
        let (collections, count, comments) = try await webservice.load(plan)
        title("Two at once by zip")
        let rows = collections.map { ["\($0.name)", "\($0.episodes.count)"] }
        print(Table(["Collection", "Episodes"], rows: rows, right: [1]))
        title("Posted: there \(count == 1 ? "is 1 comment" : "are \(count) comments") on the newest episode now")
        for comment in comments { print("\(comment.author): \(comment.text)") }
    }

    private func showRequests() {
        let entries = transport.entries
        title("\(entries.count) requests, as they were sent")
        let rows = entries.map { ["\($0.request)", $0.outcome, Self.milliseconds($0.duration)] }
        print(Table(["Request", "Status", "Time"], rows: rows, right: [2]))
    }

    private func title(_ text: String) { print("\n\(text)\n") }

    private static func origin(_ status: CacheStatus) -> String {
        status.source == .hit ? "from the store, \(seconds(status.age)) old" : "\(status)"
    }

    private static func time(_ seconds: Int) -> String {
        let rest = "\(seconds % 60)"
        return "\(seconds / 60):\(rest.count == 1 ? "0" : "")\(rest)"
    }

    private static func milliseconds(_ duration: Duration) -> String { tenths(duration * 1_000) + " ms" }

    private static func seconds(_ duration: Duration) -> String { tenths(duration) + " s" }

    /// The seconds of a duration, with one digit behind the point.
    private static func tenths(_ duration: Duration) -> String {
        let tenths = duration / .milliseconds(100)
        return "\(Int(tenths) / 10).\(Int(tenths) % 10)"
    }
}

/// The podcast has no episode that the tour asks for.
struct NothingFound: Error, CustomStringConvertible {
    var description: String { "The podcast has no such episode." }
}
