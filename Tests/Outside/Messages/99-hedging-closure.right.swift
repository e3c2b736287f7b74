// write: unless: .status(503)
import Resourceful
import ResourcefulResilience

let policies: [Policy] = [.hedging(after: .milliseconds(300), unless: .status(503))]
