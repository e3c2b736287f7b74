import Resourceful

/// The endpoints, as an enumeration.
enum DailyAPI: RequestConvertible {
    case latest, story(Int), categories

    var asRequest: Request {
        switch self {
        case .latest: Request("news/latest")
        case .story(let id): Request("news/{id}", ["id": id])
        case .categories: Request("navigations")
        }
    }

    /// What an endpoint answers, read as a dictionary, or as a model. With `isCached`, what was read is used for a day.
    func call<Value: Decodable & Sendable>(isCached: Bool = false) -> Resource<Value> {
        let resource = Resource<Value>(json: self, decoder: .daily).failing(with: DailyProblem.self, decoder: .daily)
        return isCached ? resource.cached(for: .seconds(24 * 60 * 60)) : resource
    }

    /// What an endpoint answers, read as a list with nil for each element that is no model.
    func list<Model: Decodable & Sendable>() -> Resource<[Model?]> {
        Resource(lenientJSON: self, decoder: .daily).map(\.value).failing(with: DailyProblem.self, decoder: .daily)
    }
}

extension JSON.Decoder {
    /// `top_stories` is `topStories`.
    static let daily = JSON.Decoder(keys: .convertFromSnakeCase)
}

/// What the service says of a failure.
struct DailyProblem: Decodable, LocalizedError {
    let errorMsg: String

    var errorDescription: String? { errorMsg }
}
