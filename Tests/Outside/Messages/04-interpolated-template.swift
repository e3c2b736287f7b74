// says: 'init(json:_:method:headerFields:body:at:decoder:)' is unavailable: a template is a literal; write
//    "episodes/{id}", ["id": id] or URL(string: text)!
// write: Resource(json: "episodes/{id}.json", ["id": id])
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }
func episode(_ id: Int) -> Resource<Episode> { Resource(json: "episodes/\(id).json") }
