// says: cannot convert value of type 'Response' to closure result type 'Plan<Response>'
// write: return Plan.value(Response(status: 204))
import Resourceful

let silent = Policy { request, next in
    return Response(status: 204)
}
