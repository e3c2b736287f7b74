// says: member '…' is a function that produces expected type 'Policy'; did you mean to call it?
// write: policies: [.cache(), .retry()]
import Resourceful

let webservice = Webservice(policies: [.retry, .cache])
