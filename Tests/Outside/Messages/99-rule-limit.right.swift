// write: RetryRule(upTo: 3)
import Resourceful

let rule = RetryRule(upTo: 3)
