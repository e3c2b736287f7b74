import Resourceful

/// The state of the feed.
@MainActor final class FeedModel {
    private(set) var list: [Dynamic] = []
    private(set) var status: CacheStatus?
    private(set) var failure: (any Error)?

    /// Shows the stored value at once, then the new one. A failure keeps the list.
    func appear(_ list: Resource<[Dynamic]>, from feed: Webservice, changed: () -> Void = {}) async {
        failure = nil
        do {
            for try await update in feed.updates(of: list) {
                (self.list, status) = (update.value, update.status)
                if !update.repeatsValue { changed() }
            }
        } catch {
            failure = error
        }
    }
}
