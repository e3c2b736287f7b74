import ResourcefulTesting
package import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A check that other people's software is known to fail. Its issues are counted, and told in one line at the end:
/// as known issues of Swift Testing they would take a hundred.
package final class KnownDifference: Sendable {
    private let count = Locked(0)

    /// The difference whose check runs in this task.
    @TaskLocal private static var current: KnownDifference?

    /// Whether issues are counted. They aren't in a process of its own, which has no traits.
    @TaskLocal fileprivate static var isCounted = false

    private static let total = Locked<Int?>(nil)

    /// Runs a check that has to fail, or the list of differences is out of date.
    package static func expect(
        _ name: String, isIntermittent: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
        _ check: () async throws -> Void
    ) async {
        guard isCounted else {
            return await withKnownIssue(
                "\(name)", isIntermittent: isIntermittent, sourceLocation: sourceLocation, check)
        }
        let difference = KnownDifference()
        let error = await $current.withValue(difference) { () async -> (any Error)? in
            do {
                try await check()
                return nil
            } catch {
                return error
            }
        }
        if error != nil || difference.count.withLock({ $0 > 0 }) {
            countOne()
        } else if !isIntermittent {
            Issue.record("it is in the list, but passes: \(name)", sourceLocation: sourceLocation)
        }
    }

    private static func countOne() {
        let isFirst = total.withLock { total in
            defer { total = (total ?? 0) + 1 }
            return total == nil
        }
        guard isFirst else { return }
        atexit {
            let count = KnownDifference.total.withLock { $0 ?? 0 }
            print("\(count) checks met what URLSession is known to do otherwise (URLSessionOnLinux.swift).")
        }
    }

    fileprivate static func handle(_ issue: Issue) -> Issue? {
        guard let current else { return issue }
        current.count.withLock { $0 += 1 }
        return nil
    }
}

/// What a check is known to find isn't an issue. Every suite with such checks has this trait.
package struct KnownDifferences: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let handling = IssueHandlingTrait.compactMapIssues { KnownDifference.handle($0) }
        try await handling.provideScope(for: test, testCase: testCase) {
            try await KnownDifference.$isCounted.withValue(true, operation: function)
        }
    }
}

extension Trait where Self == KnownDifferences {
    /// Counts what checks are known to find, instead of telling it.
    package static var knownDifferences: KnownDifferences { KnownDifferences() }
}
