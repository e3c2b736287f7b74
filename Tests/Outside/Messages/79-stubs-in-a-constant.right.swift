// write: let server: StubServer = [Stub("titles.json")]
import Resourceful
import ResourcefulTesting

func run() -> DryRun {
    let server: StubServer = [Stub("titles.json")]
    return DryRun(server)
}
