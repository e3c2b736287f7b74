// says: type '(_) -> Response' cannot conform to 'Sequence'
// write: StubTransport { request in Response() }
import Foundation
import ResourcefulTesting

func test() { let server = StubServer { _ in Response() }; _ = server }
