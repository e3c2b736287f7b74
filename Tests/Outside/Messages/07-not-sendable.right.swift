// write: struct Episode: Decodable, Sendable
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }
extension Episode { static let all = Resource<[Episode]>(json: "episodes.json") }
