// says: global function 'zip' requires that '…' conform to 'Loadable'
// write: zip(Episode.all, Plan.value(3))
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }
extension Episode { static let all = Resource<[Episode]>(json: "episodes.json") }
let both = zip(Episode.all, 3)
