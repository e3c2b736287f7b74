/// A page that is loaded before it is asked for. Releasing it cancels the load.
final class PageAhead<Item: Sendable>: Sendable {
    typealias Outcome = (page: Paged<Item>.Page, rest: PageWalk<Item>)

    private let task: Task<Outcome, any Error>

    init(_ plan: Plan<Outcome>, _ webservice: Webservice) {
        task = Task { try await webservice.load(plan) }
    }

    /// The outcome. Canceling a task that waits for it cancels the load.
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
