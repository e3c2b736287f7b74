// says: value of type 'Webservice' has no member 'shutdown'
// write: Webservice(baseURL: api).lasting(lifetime)
import Foundation
import Resourceful

func end(_ webservice: Webservice) async { await webservice.shutdown() }
