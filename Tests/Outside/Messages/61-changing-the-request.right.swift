// write: next(request.header("X-App", "podcasts"))
import Resourceful

let app = Policy { request, next in
    next(request.header("X-App", "podcasts"))
}
