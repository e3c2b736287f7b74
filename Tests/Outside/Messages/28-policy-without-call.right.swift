// write: policies: [.retry(), .cache()]
import Resourceful

let webservice = Webservice(policies: [.retry(), .cache()])
