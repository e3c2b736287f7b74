import Resourceful
import ResourcefulTesting

/// The podcast in memory, for listeners who have signed in. It needs no network, so there can be one for each world.
final class ListenerServer {
    static let baseURL = URL(string: "https://podcast.example.org/") ?? URL(filePath: "/")
    static let tokenURL = baseURL.appending(path: "token")

    private let podcast: Shelf
    private var tokens = 1

    init(_ podcast: Podcast) { self.podcast = Shelf(podcast) }

    /// The number of comments that were posted.
    var comments: Int { podcast.content.comments.values.reduce(0) { $0 + $1.count } }

    func answer(_ request: Request) throws -> Response {
        if request.url == Self.tokenURL {
            tokens += 1
            return Response(body: Data(#"{"access_token": "token-\#(tokens)", "token_type": "Bearer"}"#.utf8))
        }
        guard (1...tokens).contains(where: { request.headerFields.authorization == "Bearer token-\($0)" }) else {
            return Response(status: 401, headerFields: ["WWW-Authenticate": "Bearer"])
        }
        return try PodcastServer.respond(to: request, podcast: podcast)
    }
}
