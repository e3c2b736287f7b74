// says: cannot assign through subscript: 'request' is a 'let' constant
// write: next(request.header("X-App", "podcasts"))
import Resourceful

let app = Policy { request, next in
    request.headerFields["X-App"] = "podcasts"
    return next(request)
}
