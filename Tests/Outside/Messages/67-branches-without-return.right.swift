// write: if response.status == 503 { return next(request) }
import Resourceful

let again = Policy { request, next in
    next(request).flatMap { response in
        if response.status == 503 { return next(request) }
        return Plan.value(response)
    }
}
