// write: next(request).map { response in response.status = 200 }
import Resourceful

let logged = Policy { request, next in
    next(request).map { response in
        print(response.status)
        return response
    }
}
