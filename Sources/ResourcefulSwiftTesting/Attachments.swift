#if canImport(Testing)
    public import ResourcefulDiagnostics
    public import ResourcefulTesting
    public import Testing

    extension DryRun {
        /// Attaches the event log of the run so far to the test, for reading when it fails.
        public func attachEventLog(
            named name: String = "event-log.txt", sourceLocation: SourceLocation = #_sourceLocation
        ) {
            Attachment.record(eventLog, named: name, sourceLocation: sourceLocation)
        }
    }

    extension LoadTrace {
        /// Attaches the trace of live loads to the test: as text, and as an HTTP archive for a browser's developer
        /// tools.
        public func attach(named name: String = "trace", sourceLocation: SourceLocation = #_sourceLocation) {
            Attachment.record(text, named: "\(name).txt", sourceLocation: sourceLocation)
            if let archive = try? JSON.Encoder.sorted.encode(har()) {
                Attachment.record(Array(archive), named: "\(name).har", sourceLocation: sourceLocation)
            }
        }
    }
#endif
