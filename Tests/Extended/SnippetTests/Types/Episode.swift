import Foundation
import Resourceful
import ResourcefulTesting

/// What the examples in the documentation of types share.
enum TypeModels {
    struct Episode: Codable, Equatable, Sendable {
        let id: Int
        let title: String

        static let all = Resource<[Episode]>(json: "episodes.json")

        static func number(_ id: Int) -> Resource<Episode> {
            Resource(json: "episodes/{id}.json", ["id": id])
        }
    }

    static let podcast: StubServer = [
        Stub("episodes.json").answers(.json([Episode(id: 1, title: "Values")])),
        Stub("episodes/{id}.json").answers { .json(Episode(id: Int($0["id"] ?? "") ?? 0, title: "Plans")) },
    ]
}
