// write: struct Refusal: Error, Decodable
import Resourceful

struct Episode: Codable, Sendable { let id: Int }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
}

struct Refusal: Error, Decodable { let reason: String }
let all = Episode.all.failing(with: Refusal.self)
