// write: count = try await webservice.load(titles).count
// app
import Resourceful

final class Model {
    var count = 0
    let webservice = Webservice()

    func load() async throws {
        let titles = Resource<[String]>(json: "titles.json")
        count = try await webservice.load(titles).count
    }
}
