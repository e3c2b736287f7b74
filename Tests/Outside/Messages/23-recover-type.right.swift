// write: .recover { _ in [] }
import Resourceful

let titles = Resource<[String]>(json: "titles.json").recover { _ in [] }
