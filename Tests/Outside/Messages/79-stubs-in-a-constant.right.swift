// write: let server: StubServer = [Stub("titles.json")]
import Resourceful
import ResourcefulTesting

let server: StubServer = [Stub("titles.json")]
let run = DryRun(server)
