import Foundation
import Resourceful
import ResourcefulTesting

/// The models of the articles "Coming from …", and the server that answers.
enum ComingFromModels {
    struct Episode: Codable, Equatable, Sendable {
        let id: Int
        let title: String

        static let all = Resource<[Episode]>(json: "episodes")

        static func one(_ id: Int) -> Resource<Episode> { Resource(json: "episodes/{id}", ["id": id]) }

        var media: Resource<Media> { Resource(json: "episodes/{id}/media", ["id": id]) }
    }
    struct Draft: Codable, Sendable { let title: String }
    struct Media: Codable, Equatable, Sendable { let audio: String }
    struct Talk: Codable, Equatable, Sendable { let published: Date }
    struct APIProblem: Error, Codable, Equatable { let message: String }

    static let plans = Episode(id: 7, title: "Plans")

    static let podcasts: StubServer = [
        Stub("episodes").answers(.json([plans])),
        Stub("episodes/{id}").answers { .json(Episode(id: Int($0["id"] ?? "") ?? 0, title: "Plans")) },
        Stub(.post, "episodes").answers(.json(Episode(id: 8, title: "Policies"), status: 201)),
        Stub(.put, "episodes/{id}").answers(.json(plans)),
        Stub(.delete, "episodes/{id}").answers(.status(204)),
        Stub("episodes/{id}/media").answers(.json(Media(audio: "7.m4a"))),
        Stub("home").answers(.json([plans], at: "data.items")),
        Stub("talk").answers(.text(#"{"published": "2001-01-01T00:00:05Z"}"#)),
        Stub("notes.txt").answers(.text("On tape", mediaType: "text/plain")),
        Stub("cover.png").answers(.data(Data([0x89]), mediaType: "image/png")),
        Stub("gone").answers(.json(APIProblem(message: "It was withdrawn."), status: 410)),
        Stub("nothing").answers(.status(204)),
        Stub("portal").answers(.text("<p>Sign in", mediaType: "text/html")),
        Stub("down").answers(.status(503)),
        Stub(.post, "uploads").answers(.status(201)),
        Stub(.post, "oauth/token").answers(.text(#"{"access_token": "new", "expires_in": 3600}"#)),
        Stub("mine").answers { .status($0.request.headerFields["Authorization"] == "Bearer new" ? 200 : 401) },
    ]
}
