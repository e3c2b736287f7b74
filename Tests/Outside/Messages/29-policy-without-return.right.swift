// write: return next(request)
import Resourceful

let tagged = Policy { request, next in
    var request = request
    request.headerFields["X-App"] = "podcasts"
    return next(request)
}
