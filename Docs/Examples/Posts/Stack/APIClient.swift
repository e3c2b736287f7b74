import Resourceful
import ResourcefulIdentity

/// The service as functions, without resources.
struct APIClient: Sendable {
    let webservice: Webservice
    let baseURL: URL

    func posts(by userID: Int) async throws -> [Post] { try await webservice.load(Post.all(by: userID)) }

    /// How far the service's clock is ahead of the local one; nil until its first response.
    func clockOffset() async throws -> Duration? {
        try await webservice.load(Plan<ServerClock?>.serverClock(of: baseURL))?.offset
    }
}
