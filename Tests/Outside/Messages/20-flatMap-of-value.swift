// says: instance method 'flatMap' requires that '…' conform to 'Loadable'
// write: .map { titles in titles.count }
import Resourceful

let count = Resource<[String]>(json: "titles.json").flatMap { titles in titles.count }
