package import Testing

/// How many tests of the extended suite run at once, whatever the machine and its shell say: each test holds a permit
/// while it runs, and a test that measures time holds all of them. A test that has run for ten minutes fails and is
/// canceled; the wait for its permit, which `timeLimit` would count, is no part of that.
package struct Permit: SuiteTrait, TestTrait, TestScoping {
    /// Set on a suite, it holds for each test in it, and for each case of a test with arguments.
    package let isRecursive = true
    fileprivate let isAlone: Bool

    /// Whether this task holds permits already, because its suite has the trait as well.
    @TaskLocal private static var held = 0

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let wanted = isAlone ? Permits.count : 1
        guard wanted > Self.held else { return try await function() }
        // What the suite holds is given back first: two tests that each keep one would wait for each other.
        let held = Self.held
        await Permits.shared.giveBack(held)
        await Permits.shared.take(wanted)
        let outcome: Result<Void, any Error>
        do {
            outcome = .success(try await Self.$held.withValue(wanted) { try await Self.limited(function) })
        } catch {
            outcome = .failure(error)
        }
        await Permits.shared.giveBack(wanted)
        await Permits.shared.take(held)
        try outcome.get()
    }

    /// Performs a test, which fails and is canceled once its time is over.
    private static func limited(_ function: @Sendable () async throws -> Void) async throws {
        try await withoutActuallyEscaping(function) { function in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    try await function()
                    return true
                }
                group.addTask {
                    try await Task.sleep(for: .seconds(600))
                    return false
                }
                if try await group.next() == false { Issue.record("it has run for ten minutes") }
                group.cancelAll()
            }
        }
    }
}

extension Trait where Self == Permit {
    /// Runs beside at most seven other tests.
    package static var permit: Permit { Permit(isAlone: false) }
    /// Runs by itself: for what measures time or memory.
    package static var alone: Permit { Permit(isAlone: true) }
}

/// The permits, which are given in the order in which they are asked for.
private actor Permits {
    static let shared = Permits()
    static let count = 8

    private var free = count
    private var waiting: [(wanted: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func take(_ wanted: Int) async {
        if wanted == 0 { return }
        if waiting.isEmpty, free >= wanted {
            free -= wanted
        } else {
            await withCheckedContinuation { waiting.append((wanted, $0)) }
        }
    }

    func giveBack(_ count: Int) {
        free += count
        while let next = waiting.first, free >= next.wanted {
            free -= next.wanted
            waiting.removeFirst().continuation.resume()
        }
    }
}
