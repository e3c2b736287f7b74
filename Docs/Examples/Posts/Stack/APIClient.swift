import Resourceful

/// The service as functions, for who wants to see no resources.
struct APIClient: Sendable {
    let webservice: Webservice
    let baseURL: URL

    func posts(by userID: Int) async throws -> [Post] { try await webservice.load(Post.all(by: userID)) }

    /// How far the service's clock is ahead of ours; nil as long as it has not answered.
    func clockOffset() async throws -> Duration? {
        try await webservice.load(Plan<ServerClock?>.serverClock(of: baseURL))?.offset
    }
}
