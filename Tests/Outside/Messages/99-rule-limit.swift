// says: 'init(limit:)' has been renamed to 'init(upTo:)'
// write: RetryRule(upTo: 3)
import Resourceful

let rule = RetryRule(limit: 3)
