import Resourceful
import ResourcefulTesting

/// The service.
enum TalkServer {
    static let stubs: StubServer = [
        Stub(.post, "episodes.json").answers { .data($0.request.body?.data ?? Data(), mediaType: .json, status: 201) },
        Stub("broken/episodes.json").answers(.text(broken)),
        Stub("episodes.json").answers(.text(episodes)),
        Stub("search.json", query: ["q": "Network"]).answers(.text(#"[{"id": "1", "title": "Tiny Networking"}]"#)),
        Stub("episodes/1.json").answers(.text(#"{"video": "https://example.org/1.mp4", "seconds": 1260}"#)),
    ]

    static let episodes = """
        [{"id": "1", "title": "Tiny Networking"}, {"id": "2", "title": "View Models at Kickstarter"}]
        """

    /// The second one has no title.
    static let broken = """
        [{"id": "1", "title": "Tiny Networking"}, {"id": "2"}, {"id": "3", "title": "Rendering CommonMark"}]
        """
}
