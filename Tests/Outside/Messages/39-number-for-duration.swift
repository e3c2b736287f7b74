// says: cannot convert value of type 'Int' to expected argument type 'Duration'
// write: .timeout(.seconds(10))
import Resourceful

struct Episode: Codable, Sendable { let id: Int }
let all = Resource<[Episode]>(json: "episodes.json").timeout(10)
