// write: var run = DryRun { _ in Response() }
import Resourceful
import ResourcefulTesting

func test() throws {
    var run = DryRun { _ in Response() }
    _ = try run.load(Resource<[Int]>(json: "https://example.org/"))
}
