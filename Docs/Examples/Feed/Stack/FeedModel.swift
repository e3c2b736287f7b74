import Resourceful

/// What the feed shows.
@MainActor final class FeedModel {
    private(set) var list: [Dynamic] = []
    private(set) var status: CacheStatus?
    private(set) var failure: (any Error)?

    /// What is stored at once, then what is new. A failure leaves what is shown.
    func appear(_ list: Resource<[Dynamic]>, from feed: Webservice, changed: () -> Void = {}) async {
        failure = nil
        do {
            for try await update in feed.updates(of: list) {
                (self.list, status) = (update.value, update.status)
                changed()
            }
        } catch {
            failure = error
        }
    }
}
