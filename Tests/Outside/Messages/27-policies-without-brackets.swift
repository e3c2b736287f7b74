// says: type '[Policy]' has no member '…'
// write: policies: [.retry(upTo: 3)]
import Resourceful

let webservice = Webservice(policies: .retry(upTo: 3))
