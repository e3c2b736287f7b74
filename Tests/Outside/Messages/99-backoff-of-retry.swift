// says: extra argument 'backoff' in call
// write: .retry(RetryRule(upTo: 3, waits: .exponential(from: .milliseconds(100))))
import Resourceful

let policies: [Policy] = [.retry(upTo: 3, backoff: .exponential(from: .milliseconds(100)))]
