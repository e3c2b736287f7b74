#if canImport(Testing)
    public import ResourcefulTesting
    public import Testing

    extension StubServer {
        /// The same server; a request that it can't answer is an issue at the line that says so, also when the code
        /// under test recovers from the failure.
        public func recordingIssues(_ sourceLocation: SourceLocation = #_sourceLocation) -> StubServer {
            reporting { Issue.record($0, sourceLocation: sourceLocation) }
        }
    }
#endif
