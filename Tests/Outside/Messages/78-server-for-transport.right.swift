// write: transport: StubTransport(server)
import Resourceful
import ResourcefulTesting

func webservice(_ server: StubServer) -> Webservice { Webservice(transport: StubTransport(server)) }
