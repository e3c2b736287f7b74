// says: type 'Plan<Value>' has no member 'remove'
// write: Plan.update("draft") { _ in nil }
import Resourceful

let forgetting = Plan.remove("draft")
