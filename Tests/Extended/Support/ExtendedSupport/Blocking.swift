import Dispatch
package import Testing

/// Runs each test on a thread of its own: for what waits for a process or computes for seconds. On a thread of the pool
/// that all tasks share, of which there is one for each processor, it would delay the tests that run beside it.
package struct Blocking: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *) {
            try await withTaskExecutorPreference(OwnThread(), operation: function)
        } else {
            try await function()
        }
    }
}

extension Trait where Self == Blocking {
    /// Runs each test on a thread of its own.
    package static var blocking: Blocking { Blocking() }
}

/// Runs the jobs of a test one after the other, on a thread that no other task needs.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
private final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "a test that blocks")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }
}
