package import Foundation
package import ResourcefulTesting
package import Testing

extension LoopbackServer {
    /// A server that answers every request with these bytes and then ends the connection.
    package convenience init(raw bytes: Data) throws { try self.init(answering: { _ in .raw(bytes) }) }

    /// A server that answers every request with this text and then ends the connection.
    package convenience init(raw text: String) throws { try self.init(raw: Data(text.utf8)) }
}

extension Webservice {
    /// In what way a load fails at the transport stage; an issue is recorded when it doesn't.
    package func kindOfFailure(
        _ resource: Resource<Response>, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> TransportError.Kind? {
        let error = await #expect(throws: LoadError.self, comment, sourceLocation: sourceLocation) {
            try await load(resource)
        }
        let inTransit = error == nil || error?.stage == .transport
        #expect(inTransit, comment ?? "\(String(describing: error))", sourceLocation: sourceLocation)
        return (error?.underlyingError as? TransportError)?.kind
    }
}

extension Response {
    /// The body as text.
    package var text: String { String(decoding: body, as: UTF8.self) }
}

/// Whether two bodies are equal. If two long bodies differ, `#expect(a == b)` computes their difference, which can
/// occupy a thread for half a minute and delay all other tests.
package func isSame(_ left: Data?, _ right: Data?) -> Bool { left == right }
