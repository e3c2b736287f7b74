// write: return Plan.value(Response(status: 204))
import Resourceful

let silent = Policy { request, next in
    return Plan.value(Response(status: 204))
}
