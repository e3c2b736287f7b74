// says: cannot infer key path type from context
// write: Resource<[Episode]>(json: "search.json", at: "results")
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }

let found = Resource<[Episode]>(json: "search.json", at: \.results)
