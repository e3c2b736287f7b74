// says: cannot convert value of type 'String' to expected argument type 'URL'
// write: URL(string: "https://example.org/")!
import Resourceful

let webservice = Webservice(baseURL: "https://example.org/")
