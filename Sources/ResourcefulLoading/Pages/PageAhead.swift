import ResourcefulCore

/// The load of a page that nobody waits for yet; it is cancelled when nobody can any more.
final class PageAhead<Item: Sendable>: Sendable {
    typealias Outcome = (page: Paged<Item>.Page, rest: PageWalk<Item>)

    private let task: Task<Outcome, any Error>

    init(_ plan: Plan<Outcome>, _ webservice: Webservice) {
        task = Task { try await webservice.load(plan) }
    }

    /// What comes of it. Who waits and is cancelled cancels it.
    var value: Outcome {
        get async throws {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
    }

    deinit { task.cancel() }
}
