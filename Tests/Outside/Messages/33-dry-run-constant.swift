// says: cannot use mutating member on immutable value: '…' is a 'let' constant
// write: var run = DryRun { _ in Response() }
import Resourceful
import ResourcefulTesting

func test() throws {
    let run = DryRun { _ in Response() }
    _ = try run.load(Resource<[Int]>(json: "https://example.org/"))
}
