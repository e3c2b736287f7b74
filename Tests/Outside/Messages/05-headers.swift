// says: 'init(json:_:method:headers:body:at:decoder:)' has been renamed to
//    'init(json:_:method:headerFields:body:at:decoder:)'
// write: headerFields: ["Accept": "text/plain"]
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }
let all = Resource<[Episode]>(json: "episodes.json", headers: ["Accept": "text/plain"])
