// write: flatMap { titles in Resource<String>(json: "title.json") }
import Resourceful

func show(_ webservice: Webservice) async throws {
    let title = Resource<[String]>(json: "titles.json").flatMap { titles in Resource<String>(json: "title.json") }
    print(try await webservice.load(title))
}
