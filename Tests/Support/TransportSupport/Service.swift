package import ResourcefulTesting

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A server, or the function that stands for one, and the loads from it.
package struct Service: Sendable {
    package let webservice: Webservice
    private let server: LoopbackServer?
    private let record: Locked<[Request]>

    /// A service that answers with what the function returns, over the subject's shared transport.
    package init(
        _ subject: Subject, policies: [Policy] = [], _ respond: @escaping @Sendable (Request) throws -> Response
    ) throws {
        let record = Locked<[Request]>([])
        self.record = record
        let server = subject == .stub ? nil : try LoopbackServer(respond)
        self.server = server
        let transport = subject.shared { request in
            record.withLock { $0.append(request) }
            return try respond(request)
        }
        let baseURL = server?.baseURL ?? URL(string: "http://stub.example/")
        webservice = Webservice(baseURL: baseURL, policies: policies, transport: transport)
    }

    /// The requests that came, in their order.
    package var requests: [Request] { server?.requests ?? record.withLock { $0 } }
}

extension LoopbackServer {
    /// A Webservice that loads from this server.
    package func webservice(_ transport: any Transport, policies: [Policy] = []) -> Webservice {
        Webservice(baseURL: baseURL, policies: policies, transport: transport)
    }

    /// A Webservice that loads from this server over the subject's shared transport.
    package func webservice(_ subject: Subject, policies: [Policy] = []) -> Webservice {
        webservice(subject.shared(), policies: policies)
    }
}

/// A resource whose value is the whole response, whatever its status.
package func echo(
    _ path: String = "x", method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
    timeout: Duration? = .seconds(120)
) -> Resource<Response> {
    let url = URL(string: path)!
    let request = Request(url: url, method: method, headerFields: headerFields, body: body, timeout: timeout)
    return Resource(response: request)
}
