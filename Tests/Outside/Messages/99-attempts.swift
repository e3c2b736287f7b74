// says: incorrect argument label in call (have 'maxAttempts:', expected 'limit:')
// write: RetryRule(upTo: 2)
import Resourceful

let rule = RetryRule(maxAttempts: 3)
