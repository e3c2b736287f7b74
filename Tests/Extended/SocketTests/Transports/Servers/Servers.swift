import Foundation
import ResourcefulCurl
import ResourcefulTesting
import ResourcefulURLSession
import Testing

/// Real servers that nobody here wrote: started by `Tests/Servers/run`, which also says where they are.
enum Servers {
    static let folder = ProcessInfo.processInfo.environment["RESOURCEFUL_SERVERS"]

    /// The digits with which all ports begin.
    private static let ports =
        folder.flatMap { folder in
            try? String(contentsOfFile: folder + "/ports", encoding: .utf8).trimmingCharacters(in: .newlines)
        } ?? ""

    /// nginx over HTTP/1.1.
    static let plain = "http://127.0.0.1:\(ports)80/"
    static let plainByName = "http://localhost:\(ports)80/"
    static let plainOverIPv6 = "http://[::1]:\(ports)80/"
    /// nginx with three requests for each connection.
    static let forgetful = "http://127.0.0.1:\(ports)81/"
    /// nginx over TLS, with HTTP/2.
    static let secure = "https://localhost:\(ports)43/"
    static let secureByAddress = "https://127.0.0.1:\(ports)43/"
    /// nginx over TLS, for those who show a certificate.
    static let secureForClients = "https://localhost:\(ports)44/"
    /// nginx over a TLS that is too old.
    static let outdated = "https://localhost:\(ports)45/"
    /// nginx over HTTP/2, with twenty requests for each connection.
    static let forgetfulOverHTTP2 = "https://localhost:\(ports)46/"
    /// nginx over TLS 1.2 alone.
    static let secureByTLS12 = "https://localhost:\(ports)47/"
    /// nginx over TLS, with one request for each connection.
    static let secureOnce = "https://localhost:\(ports)48/"
    /// A server over TLS whose bodies end with the connection, with or without TLS's word for it.
    static let cutting = "https://localhost:\(ports)49/"
    /// A proxy that speaks TLS and HTTP/2 for servers without either: its port and the host for each of their ports.
    static let tlsPort = UInt16("\(ports)50") ?? 0
    static func tlsHost(of port: Int) -> String { "p\(port).localhost" }
    /// nginx over HTTP/2 in clear.
    static let plainHTTP2 = "http://127.0.0.1:\(ports)83/"
    /// nginx as a cache that is shared, before an origin that a test starts at `originPort`.
    static let sharedCache = "http://127.0.0.1:\(ports)82/"
    static let originPort = UInt16("\(ports)71") ?? 0
    /// httpbin under gunicorn, over HTTP/1.1.
    static let httpbin = "http://127.0.0.1:\(ports)70/"

    /// An authorization server, Django OAuth Toolkit.
    static let identity = "http://127.0.0.1:\(ports)60/"

    /// A server of uploads by tus 1.0, tuspyserver, one by the IETF's draft, of this package, and a bucket like S3's,
    /// of moto.
    static let tus = "http://127.0.0.1:\(ports)51/"
    static let draft = "http://127.0.0.1:\(ports)52/"
    static let bucket = "http://127.0.0.1:\(ports)53/bucket/"

    /// A file of the folder that `run` has made.
    static func content(_ name: String) throws -> Data {
        try Data(contentsOf: URL(filePath: #require(folder)).appending(path: name))
    }

    /// What libcurl has to trust.
    static func authority() throws -> TLS { TLS(authorities: .only(pem: try content("ca.pem"))) }
}

extension Trait where Self == ConditionTrait {
    /// Skips a suite when no servers were started for it.
    static var needsServers: Self {
        .enabled(if: Servers.folder != nil, "needs real servers: Tests/Servers/run swift test")
    }
}

extension Subject {
    /// Loads the response of a real server over the shared transport, whatever its status.
    func load(
        _ url: String, method: Request.Method = .get, headerFields: HeaderFields = [:], body: Body? = nil,
        timeout: Duration? = .seconds(120)
    ) async throws -> Response {
        let resource = echo(url, method: method, headerFields: headerFields, body: body, timeout: timeout)
        return try await Webservice(transport: shared()).load(resource)
    }

    /// The kind of the transport's error with which a load fails.
    func failure(
        of url: String, timeout: Duration? = .seconds(120), over transport: (any Transport)? = nil
    ) async -> TransportError.Kind? {
        let transport = transport ?? shared()
        let webservice = Webservice(transport: transport)
        let error = await #expect(throws: LoadError.self) { try await webservice.load(echo(url, timeout: timeout)) }
        return (error?.underlyingError as? TransportError)?.kind
    }
}
