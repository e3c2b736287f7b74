import ExampleSupport
import Resourceful
import ResourcefulDisk

/// The steps of the example: a list, stored and then new; a detail from it, two concurrent loads, a comment, and
/// all requests that were sent.
struct Tour<Sender: Transport> {
    let webservice: Webservice
    let transport: LoggedTransport<Sender>
    private let terminal = Terminal.output

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
        for try await update in webservice.updates(of: Visit.list) {
            if update.repeatsValue {
                terminal.say("\nThe server has nothing newer.")
                continue
            }
            terminal.title("\(Wording.count(update.value.count, "episode")), \(Self.origin(update.status))")
            let rows = update.value.map { ["\($0.id)", $0.title, $0.collection, Self.time($0.seconds), $0.released] }
            print(
                Table(
                    ["#", "Title", "Collection", "Length", "Released"], rows: rows, right: [0, 3],
                    fitting: terminal.columns, cutting: 1, leavingOut: [2, 4, 3]))
        }
    }

    private func showMedia() async throws {
        let plan = Visit.details
        let (episode, media) = try await webservice.load(plan)
        terminal.title("Found by flatMap: the plan was \(plan)")
        let guest = episode.guest.map { ", with \($0)" } ?? ""
        terminal.say("#\(episode.id) \(episode.title)\(guest)\n\(media.summary)\n\(media.audio)")
        for chapter in media.chapters { terminal.say("  \(Self.time(chapter.start))  \(chapter.title)", indent: 7) }
    }

    private func showCollectionsAndComments() async throws {
        let (collections, count, comments) = try await webservice.load(Visit.comment)
        terminal.title("Two at once by zip")
        let rows = collections.map { ["\($0.name)", "\($0.episodes.count)"] }
        print(Table(["Collection", "Episodes"], rows: rows, right: [1]))
        terminal.title("Posted: the newest episode now has \(Wording.count(count, "comment"))")
        for comment in comments { terminal.say("\(comment.author): \(comment.text)") }
    }

    private func showRequests() {
        let entries = transport.entries
        terminal.title("\(Wording.count(entries.count, "request")), as they were sent")
        let rows = entries.map { ["\($0.request)", $0.outcome, Self.milliseconds($0.duration)] }
        print(
            Table(
                ["Request", "Status", "Time"], rows: rows, right: [2], fitting: terminal.columns, cutting: 0,
                at: .middle,
                leavingOut: [2]))
    }

    private static func origin(_ status: CacheStatus) -> String {
        status.source == .hit ? "from the store, received \(Wording.age(status.age))" : "\(status)"
    }

    private static func time(_ seconds: Int) -> String {
        let rest = "\(seconds % 60)"
        return "\(seconds / 60):\(rest.count == 1 ? "0" : "")\(rest)"
    }

    private static func milliseconds(_ duration: Duration) -> String {
        let tenths = Int(duration / .microseconds(100))
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
