// says: 'init(baseURL:policies:_:)' is unavailable: write let server: StubServer = [Stub(…), Stub(…)]
// write: let server: StubServer = [Stub("titles.json")]
import Resourceful
import ResourcefulTesting

func run() -> DryRun {
    let server = [Stub("titles.json")]
    return DryRun(server)
}
