// write: URL(string: "https://example.org/")!
import Foundation
import Resourceful

let webservice = Webservice(baseURL: URL(string: "https://example.org/")!)
