import Resourceful

extension Resource where Value: Decodable & Sendable {
    /// What all resources of the podcast share: paths that the server's address goes before, JSON, and patience.
    static func podcast(
        _ template: String, _ variables: [String: URITemplate.Value] = [:], at path: JSONPath = []
    ) -> Resource {
        Resource(json: Request(template: template, variables), at: path).accepting(.json).timeout(.seconds(20))
    }
}
