// says: contextual closure type … expects 2 arguments, but 1 was used in closure body
// write: Policy.changing { request in request.headerFields["X-App"] = "podcasts" }
import Resourceful

let app = Policy { request in request.headerFields["X-App"] = "podcasts" }
