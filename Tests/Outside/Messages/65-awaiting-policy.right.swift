// write: return next(request).map { response in response }
import Resourceful

let logged = Policy { request, next in
    return next(request).map { response in
        print(response)
        return response
    }
}
