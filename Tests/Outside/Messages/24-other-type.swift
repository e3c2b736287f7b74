// says: 'load' is unavailable: the value that is loaded has a different type than the one expected here
// write: let count: Int
import Resourceful

func show(_ webservice: Webservice) async throws {
    let count: String = try await webservice.load(Resource<[Int]>(json: "x").map { $0.count })
    print(count)
}
