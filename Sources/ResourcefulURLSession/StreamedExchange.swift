import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Passes a response on while it arrives.
final class StreamedExchange: Reception {
    let meter: TaskMeter?
    let request: Request
    private let inlet: BodyPipe

    init(_ request: Request, _ inlet: BodyPipe) {
        self.request = request
        self.inlet = inlet
        meter = request.meter.map(TaskMeter.init)
    }

    func begin(_ answer: HTTPURLResponse) throws(TransportError) {
        inlet.begin(try Response(answer, body: Data(), url: request.url))
    }

    func receive(_ piece: Data) throws(TransportError) { try inlet.receive(piece) }

    func finish(_ answer: URLResponse?, _ error: (any Error)?) {
        if let error { return fail(TransportError(urlSession: error, url: request.url)) }
        do throws(TransportError) {
            // The head of a redirect arrives at the end, if at all.
            if let answer = answer as? HTTPURLResponse, answer.statusCode >= 200 { try begin(answer) }
            inlet.end(.success(()))
        } catch {
            fail(error)
        }
    }

    func fail(_ error: any Error) { inlet.end(.failure(error)) }
}
