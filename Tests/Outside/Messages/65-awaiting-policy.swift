// says: cannot pass function of type … to parameter expecting synchronous function type
// write: return next(request).map { response in response }
import Resourceful

let logged = Policy { request, next in
    let response = try await next(request)
    print(response)
    return response
}
