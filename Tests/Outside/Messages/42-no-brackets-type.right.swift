// write: let policies: [Policy] = [.retry(upTo: 3), .cache()]
import Resourceful

let policies: [Policy] = [.retry(upTo: 3), .cache()]
