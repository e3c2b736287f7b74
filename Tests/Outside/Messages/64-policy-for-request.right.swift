// write: Policy.changing { request in request.headerFields["X-App"] = "podcasts" }
import Resourceful

let app = Policy.changing { request in request.headerFields["X-App"] = "podcasts" }
