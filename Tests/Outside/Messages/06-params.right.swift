// write: .query("page", 1)
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }
let all = Resource<[Episode]>(json: "episodes.json").query("page", 1)
