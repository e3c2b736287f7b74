// says: 'init(baseURL:policies:_:)' is unavailable: write let server: StubServer = [Stub(…), Stub(…)]
// write: let server: StubServer = [Stub("titles.json")]
import Resourceful
import ResourcefulTesting

let server = [Stub("titles.json")]
let run = DryRun(server)
