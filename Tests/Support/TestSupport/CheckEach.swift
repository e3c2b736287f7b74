package import Testing

/// Runs the body of a test for each of its cases. A case that throws fails under its name, and the others run.
package func checkEach<Cases: Sequence>(
    _ cases: Cases, sourceLocation: SourceLocation = #_sourceLocation, _ body: (Cases.Element) throws -> Void
) {
    for element in cases {
        do { try body(element) } catch { record(error, of: element, sourceLocation) }
    }
}

/// Runs the body of a test for each of its cases, one after the other. A case that throws fails under its name, and the
/// others run.
package func checkEach<Cases: Sequence>(
    _ cases: Cases, isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (Cases.Element) async throws -> Void
) async where Cases.Element: Sendable {
    for element in cases {
        do { try await body(element) } catch { record(error, of: element, sourceLocation) }
    }
}

/// What `#require` throws is an issue already.
private func record(_ error: any Error, of element: Any, _ sourceLocation: SourceLocation) {
    guard !(error is ExpectationFailedError) else { return }
    Issue.record(error, "\("\(element)".prefix(200))", sourceLocation: sourceLocation)
}
