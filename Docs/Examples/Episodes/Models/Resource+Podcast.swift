import Resourceful

extension Resource where Value: Decodable & Sendable {
    /// What all resources of the podcast share: paths inside the server's address, JSON, and patience.
    static func podcast(
        _ template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:], at path: JSONPath = []
    ) -> Resource {
        Resource(json: template, variables, at: path).timeout(.seconds(20))
    }
}
