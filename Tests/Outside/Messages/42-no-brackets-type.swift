// says: type 'Any' has no member '…'
// write: let policies: [Policy] = [.retry(upTo: 3), .cache()]
import Resourceful

let policies = [.retry(upTo: 3), .cache()]
