// says: cannot convert value of type '…' to closure result type '…'
// write: .recover { _ in [] }
import Resourceful

let titles = Resource<[String]>(json: "titles.json").recover { _ in "none" }
