import Resourceful
import ResourcefulFormats

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

    /// An endpoint's response as a dictionary or a model. With `isCached`, the response is fresh for a day.
    func call<Value: Decodable & Sendable>(isCached: Bool = false) -> Resource<Value> {
        let resource = Resource<Value>(json: self, decoder: .daily).failing(with: DailyProblem.self, decoder: .daily)
        return isCached ? resource.cached(for: .seconds(24 * 60 * 60)) : resource
    }

    /// An endpoint's response as a list, with nil for each element that can't be decoded.
    func list<Model: Decodable & Sendable>() -> Resource<[Model?]> {
        Resource(lenientJSON: self, decoder: .daily).map(\.value).failing(with: DailyProblem.self, decoder: .daily)
    }
}

extension JSON.Decoder {
    /// `top_stories` is `topStories`.
    static let daily = JSON.Decoder(keys: .convertFromSnakeCase)
}

/// The service's description of a failure.
struct DailyProblem: Decodable, LocalizedError {
    let errorMsg: String

    var errorDescription: String? { errorMsg }
}
