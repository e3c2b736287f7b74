// says: instance method 'failing(with:at:decoder:_:)' requires that '…' conform to 'Error'
// write: struct Refusal: Error, Decodable
import Resourceful

struct Episode: Codable, Sendable { let id: Int }

extension Episode {
    static let all = Resource<[Episode]>(json: "episodes.json")
}

struct Refusal: Decodable, Sendable { let reason: String }
let all = Episode.all.failing(with: Refusal.self)
