// says: initializer '…' requires that 'StubServer' conform to 'Transport'
// write: transport: StubTransport(server)
import Resourceful
import ResourcefulTesting

func webservice(_ server: StubServer) -> Webservice { Webservice(transport: server) }
