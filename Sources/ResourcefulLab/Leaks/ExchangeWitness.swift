/// Records the exchanges of a run with their responses, and changes no times.
final class ExchangeWitness: RunMeter {
    private(set) var exchanges: [Recording.Exchange] = []

    func begin(_ request: Request, at time: Duration, after cause: Int?) -> Int {
        exchanges.append(Recording.Exchange(request, .failure(TransportError(.other, "it was canceled"))))
        return exchanges.count - 1
    }

    func duration(of number: Int, _ response: Response?, _ failure: (any Error)?, delay: Duration) -> Duration {
        let request = exchanges[number].request
        let cause = (failure as? LoadError)?.underlyingError ?? failure
        exchanges[number].outcome =
            if let response, let delivered = try? response.delivered(to: request) {
                .response(delivered.answering(request))
            } else {
                .failure(cause as? TransportError ?? TransportError(.other, cause.map { "\($0)" } ?? "no response"))
            }
        return delay
    }

    func cutOff(_ number: Int, at time: Duration) {}

    func finish(at time: Duration, after cause: Int?) {}
}
