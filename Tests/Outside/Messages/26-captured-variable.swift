// says: mutation of captured var '…' in concurrently-executing code
// write: run.requests.count
import Resourceful
import ResourcefulTesting

func test() async throws {
    var count = 0
    let stub = StubTransport { _ in
        count += 1
        return Response()
    }
    _ = try await Webservice(transport: stub).load(Resource<[Int]>(json: "https://example.org/"))
    print(count)
}
