// write: Plan.update("draft") { _ in nil }
import Resourceful

let forgetting = Plan.update("draft") { _ in nil }
