// says: extraneous argument label '…' in call
// write: .query("page", 1)
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }
let all = Resource<[Episode]>(json: "episodes.json", params: ["page": 1])
