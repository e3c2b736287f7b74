// says: value of type 'Plan<Response>' has no member '…'
// write: next(request).map { response in response.status = 200 }
import Resourceful

let logged = Policy { request, next in
    let response = next(request)
    print(response.status)
    return response
}
