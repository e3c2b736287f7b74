// says: 'load' is unavailable: what is loaded has a value of another type than the one wanted here
// write: let count: Int
import Resourceful

func show(_ webservice: Webservice) async throws {
    let count: String = try await webservice.load(Resource<[Int]>(json: "x").map { $0.count })
    print(count)
}
