// write: let policies: [Policy] = [.cache(), .retry(upTo: 3)]
import Resourceful

let policies: [Policy] = [.cache(), .retry(upTo: 3)]
