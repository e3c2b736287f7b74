import Resourceful

/// The sample response of an endpoint that doesn't exist yet.
enum Sample: RequestOption { static let defaultValue: String? = nil }

extension Webservice {
    /// The settings of all families: a base URL, samples, a field and a timeout.
    static func app(transport: some Transport = .platform) -> Webservice {
        let samples = Policy(named: "samples") { request, next in
            request[Sample.self].map { .value(Response(body: Data($0.utf8))) } ?? next(request)
        }
        return Webservice(
            baseURL: URL(string: "https://api.github.com")!,
            policies: [samples, .headerFields(["X-App": "targets"]), .changing { $0.timeout = .seconds(20) }],
            transport: transport)
    }
}
