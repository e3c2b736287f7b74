import Resourceful
import ResourcefulCurl

/// The address of the service, and the certificates to trust.
enum PostsEnvironment {
    case development, production

    var baseURL: URL {
        switch self {
        case .development: URL(string: "http://localhost:3000/api")!
        case .production: URL(string: "https://jsonplaceholder.typicode.com")!
        }
    }

    /// The keys that the service may have. On your own machine, a self-signed certificate is enough.
    var tls: TLS {
        switch self {
        case .development: TLS().dangerouslyTrustingAnything(from: "localhost")
        case .production: TLS(pins: ["jsonplaceholder.typicode.com": [Self.currentKey, Self.nextKey]])
        }
    }

    var transport: CurlTransport {
        CurlTransport(connectTimeout: .seconds(10), idleTimeout: .seconds(30), tls: tls)
    }

    private static let currentKey = TLS.PublicKeyPin("sha256//YhKJKSzoTt2b5FP18fvpHo7fJYqQCjAa3HWY3tvRMwE=")!
    private static let nextKey = TLS.PublicKeyPin("sha256//sRHdihwgkaib1P1gxX8HFszlD+7/gTfNvuAybgLPNis=")!
}
