// write: list.deadline(.seconds(10))
import Foundation
import Resourceful

func titles(_ webservice: Webservice) async throws -> [String] {
    try await webservice.load(Resource<[String]>(json: "titles.json").deadline(.seconds(10)))
}
