// write: if response.status == 503 { next(request) } else { Plan.value(response) }
import Resourceful

let again = Policy { request, next in
    next(request).flatMap { response in
        if response.status == 503 { next(request) } else { Plan.value(response) }
    }
}
