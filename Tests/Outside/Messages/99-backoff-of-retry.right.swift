// write: .retry(RetryRule(upTo: 3, waits: .exponential(from: .milliseconds(100))))
import Resourceful

let policies: [Policy] = [.retry(RetryRule(upTo: 3, waits: .exponential(from: .milliseconds(100))))]
