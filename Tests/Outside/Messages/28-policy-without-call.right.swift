// write: policies: [.cache(), .retry()]
import Resourceful

let webservice = Webservice(policies: [.cache(), .retry()])
