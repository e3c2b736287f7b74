// says: cannot pass function of type '…' to parameter expecting synchronous function type
// write: flatMap { titles in Resource<String>(json: "title.json") }
import Resourceful

func show(_ webservice: Webservice) async throws {
    let title = Resource<[String]>(json: "titles.json").map { titles in
        try await webservice.load(Resource<String>(json: "title.json"))
    }
    print(try await webservice.load(title))
}
