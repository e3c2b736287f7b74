// says: missing argument for parameter #2 in call
// write: .header("X-App", "podcasts")
import Resourceful

let titles = Resource<[String]>(json: "titles.json").header("X-App: podcasts")
