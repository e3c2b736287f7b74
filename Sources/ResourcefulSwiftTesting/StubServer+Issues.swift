#if canImport(Testing)
    public import ResourcefulTesting
    public import Testing

    extension StubServer {
        /// Returns a copy that records an issue for every request that it can't answer, even if the code under test
        /// recovers from the failure. The issue is at the line of this call.
        public func recordingIssues(_ sourceLocation: SourceLocation = #_sourceLocation) -> StubServer {
            reporting { Issue.record($0, sourceLocation: sourceLocation) }
        }
    }
#endif
