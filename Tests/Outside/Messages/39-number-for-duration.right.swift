// write: .timeout(.seconds(10))
import Resourceful

struct Episode: Codable, Sendable { let id: Int }
let all = Resource<[Episode]>(json: "episodes.json").timeout(.seconds(10))
