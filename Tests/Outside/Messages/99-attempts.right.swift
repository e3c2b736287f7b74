// write: RetryRule(upTo: 2)
import Resourceful

let rule = RetryRule(upTo: 2)
