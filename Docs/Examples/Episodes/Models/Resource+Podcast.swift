import Resourceful

extension Resource where Value: Decodable & Sendable {
    /// The settings of all resources of the podcast: paths below the server's address, JSON, and a timeout.
    static func podcast(
        _ template: StaticString, _ variables: [String: any URITemplate.Expandable] = [:], at path: JSONPath = []
    ) -> Resource {
        Resource(json: template, variables, at: path).timeout(.seconds(20))
    }
}
