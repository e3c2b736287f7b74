import Resourceful
import ResourcefulTesting

/// A real HTTP server on this machine, with a podcast.
final class PodcastServer: Sendable {
    let server: LoopbackServer

    var baseURL: URL { server.baseURL }
    var port: UInt16 { baseURL.port.flatMap { UInt16(exactly: $0) } ?? 0 }

    /// Starts a server on a port, or on any free one if the port is taken.
    init(port: UInt16 = 0) throws {
        let podcast = Shelf(Podcast())
        let answer: @Sendable (Request) throws -> LoopbackServer.Answer = { request in
            .response(try Self.respond(to: request, podcast: podcast))
        }
        server = try (try? LoopbackServer(port: port, answering: answer)) ?? LoopbackServer(answering: answer)
    }

    static func respond(to request: Request, podcast: Shelf) throws -> Response {
        let parts = request.url.path(percentEncoded: false).split(separator: "/").map(String.init)
        let shown = podcast.content
        switch (request.method, parts) {
        case (.get, ["episodes.json"]):
            return try json(shown.episodes.map(PublishedEpisode.init)).tagged("no-cache", for: request)
        case (.get, ["collections.json"]): return try json(shown.collections)
        case (.get, ["search.json"]): return try json(["data": ["episodes": shown.search(words(of: request))]])
        case (_, let parts) where parts.count >= 2 && parts[0] == "episodes":
            let number = Int(parts[1].prefix { $0.isNumber })
            guard let episode = shown.episodes.first(where: { $0.id == number }) else { return notFound }
            return try respond(to: request, about: episode, podcast: podcast, parts: parts)
        default: return notFound
        }
    }

    private static func respond(
        to request: Request, about episode: Episode, podcast: Shelf, parts: [String]
    ) throws -> Response {
        switch (request.method, parts.count) {
        case (.get, 2):
            let baseURL = URL(string: "/", relativeTo: request.url)?.absoluteURL ?? request.url
            return try json(podcast.content.media(of: episode, at: baseURL)).tagged("max-age=86400", for: request)
        case (.get, 3): return try json(podcast.content.comments[episode.id] ?? [])
        case (.post, 3):
            let comment = try JSONDecoder().decode(Comment.self, from: request.body?.data ?? Data())
            let key = request.headerFields["Idempotency-Key"]
            return try json(["comments": podcast.add(comment, to: episode, key: key)], status: 201)
        default: return Response(status: 405, headerFields: ["Allow": "GET, POST"])
        }
    }

    private static func words(of request: Request) -> String {
        let components = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        return components?.queryItems?.first { $0.name == "q" }?.value ?? ""
    }

    private static func json(_ value: some Encodable, status: Response.Status = 200) throws -> Response {
        let body = try JSONEncoder.deterministic.encode(value)
        return Response(status: status, headerFields: ["Content-Type": "application/json"], body: body)
    }

    private static var notFound: Response { Response(status: 404, body: Data("There is nothing here.".utf8)) }
}
