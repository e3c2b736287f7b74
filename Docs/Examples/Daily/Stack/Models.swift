import Resourceful

/// A story in a list.
struct Story: Codable, Equatable, Sendable {
    let id: Int
    let title: String
    let images: [String]?
    let image: String?
}

/// The stories of a day, and the top stories.
struct LatestStories: Codable, Equatable, Sendable {
    let date: String
    let stories, topStories: [Story]?
}

/// A story's text.
struct Article: Codable, Equatable, Sendable {
    let title, body: String
}

/// A rubric of articles.
struct Category: Codable, Equatable, Sendable {
    let id: Int
    let name: String
}

// The endpoints once more, as members of the models.
extension LatestStories {
    static let all: Resource<LatestStories> = DailyAPI.latest.call()
}

extension Story {
    var article: Resource<Article> { DailyAPI.story(id).call() }
}

extension Category {
    static let all: Resource<[Category?]> = DailyAPI.categories.list()
}
