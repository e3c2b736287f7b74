// says: closure passed to parameter of type 'Outcomes' that does not accept a closure
// write: unless: .status(503)
import Resourceful
import ResourcefulResilience

let policies: [Policy] = [.hedging(after: .milliseconds(300), unless: { $0.status == 503 })]
