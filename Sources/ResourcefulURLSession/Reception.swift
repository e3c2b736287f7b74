import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The receiver of a response, which keeps it whole or passes it on piece by piece. The session makes one call at a
/// time.
protocol Reception: AnyObject, Sendable {
    /// The request that is answered.
    var request: Request { get }

    /// The meter that counts its bytes, if there are observers.
    var meter: TaskMeter? { get }

    /// Receives the head, if it arrives before the body.
    ///
    /// - Throws: `TransportError` if the body isn't wanted.
    func begin(_ answer: HTTPURLResponse) throws(TransportError)

    /// Receives a piece of the body.
    ///
    /// - Throws: `TransportError` if the rest isn't wanted.
    func receive(_ piece: Data) throws(TransportError)

    /// Receives the end. Called once, last.
    func finish(_ answer: URLResponse?, _ error: (any Error)?)

    /// Receives a failure that isn't URLSession's. Called once, last.
    func fail(_ error: any Error)
}
