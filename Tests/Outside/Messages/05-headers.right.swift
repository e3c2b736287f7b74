// write: headerFields: ["Accept": "text/plain"]
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }
let all = Resource<[Episode]>(json: "episodes.json", headerFields: ["Accept": "text/plain"])
