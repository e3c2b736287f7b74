#if canImport(Testing)
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import ResourcefulTesting
    public import Testing

    /// Gives a test a recording as `Replay.current`, and fails the test when the recording does not fit any more: when
    /// something else was asked, or not all of it was.
    ///
    ///     @Test(.replaying("login.har"))
    ///     func `the list is loaded with the token of the login`() throws {
    ///         let replay = try #require(Replay.current)
    ///         var run = DryRun(replaying: replay)
    ///         …
    ///     }
    public struct ReplayingTrait: TestTrait, SuiteTrait, TestScoping {
        private let name: String
        private let filePath: String

        init(_ name: String, filePath: String) { (self.name, self.filePath) = (name, filePath) }

        /// Each test of a suite has a replay of its own.
        public var isRecursive: Bool { true }

        /// Runs a test with the recording.
        public func provideScope(
            for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
        ) async throws {
            guard testCase != nil else { return try await function() }
            let replay = Replay(try Recording(name, filePath: filePath))
            try await Replay.$current.withValue(replay, operation: function)
            do {
                try replay.finish()
            } catch {
                Issue.record(error, sourceLocation: test.sourceLocation)
            }
        }
    }

    extension Trait where Self == ReplayingTrait {
        /// Gives the test the recording of this name, from the folder `Recordings` beside the test file.
        public static func replaying(_ name: String, filePath: String = #filePath) -> Self {
            ReplayingTrait(name, filePath: filePath)
        }
    }
#endif
