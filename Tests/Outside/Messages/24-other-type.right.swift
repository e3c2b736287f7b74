// write: let count: Int
import Resourceful

func show(_ webservice: Webservice) async throws {
    let count: Int = try await webservice.load(Resource<[Int]>(json: "x").map { $0.count })
    print(count)
}
