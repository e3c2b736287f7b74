import Foundation
import ResourcefulCore

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Where a response goes: it is kept whole, or handed on piece by piece. Called by the session, one call at a time.
protocol Reception: AnyObject, Sendable {
    /// What counts its bytes, when somebody watches.
    var meter: TaskMeter? { get }

    /// Takes the head, when it comes before the body.
    ///
    /// - Throws: `TransportError` when the body is not to be received.
    func begin(_ answer: HTTPURLResponse) throws(TransportError)

    /// Takes a piece of the body.
    ///
    /// - Throws: `TransportError` when it is not to be received any further.
    func receive(_ piece: Data) throws(TransportError)

    /// Takes the end. Called once, last.
    func finish(_ answer: URLResponse?, _ error: (any Error)?)

    /// Takes a failure that is not URLSession's. Called once, last.
    func fail(_ error: any Error)
}
