// says: main actor-isolated property '…' can not be mutated from a Sendable closure
// write: count = try await webservice.load(titles).count
// app
import Resourceful

final class Model {
    var count = 0
    let webservice = Webservice()

    func load() async throws {
        let titles = Resource<[String]>(json: "titles.json").map { self.count = $0.count }
        try await webservice.load(titles)
    }
}
