// says: 'retry(upTo:)' is unavailable: write retrying(RetryRule(upTo: 3))
// write: list.retrying(RetryRule(upTo: 3))
import Resourceful

struct Episode: Decodable, Sendable { let id: Int }

let list = Resource<[Episode]>(json: "episodes.json")
let patient = list.retry(upTo: 3)
