// write: StubTransport { request in Response() }
import Foundation
import ResourcefulTesting

func test() { let server = StubTransport { _ in Response() }; _ = server }
