#if canImport(Testing)
    import ResourcefulTesting
    public import Testing

    /// A trait that provides a recording as `Replay.current`, and fails the test if the recording no longer fits: if
    /// there were other requests, or not all of the recorded ones.
    ///
    ///     @Test(.replaying("login.har"))
    ///     func `the list is loaded with the token of the login`() throws {
    ///         let replay = try #require(Replay.current)
    ///         var run = DryRun(replaying: replay, baseURL: baseURL)
    ///         #expect(try run.load(episodes(of: "me", password: "")).count == 1)
    ///     }
    public struct ReplayingTrait: TestTrait, SuiteTrait, TestScoping {
        private let name: String
        private let filePath: String

        init(_ name: String, filePath: String) { (self.name, self.filePath) = (name, filePath) }

        /// Whether it applies to each test of a suite: always, so that each has its own replay.
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
        /// Returns a trait with the recording of this name, from the folder `Recordings` next to the test file.
        public static func replaying(_ name: String, filePath: String = #filePath) -> Self {
            ReplayingTrait(name, filePath: filePath)
        }
    }
#endif
