// says: type 'Any' has no member '…'
// write: let policies: [Policy] = [.cache(), .retry(upTo: 3)]
import Resourceful

let policies = [.cache(), .retry(upTo: 3)]
