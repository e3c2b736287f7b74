/// Measures the exchanges of a run and decides how long each takes. A run without a meter does nothing for it.
///
/// Only the default order has times. Each step of a fiber has a cause: the exchange whose end made the fiber go on,
/// directly or through branches, shared runs, joined exchanges and permits.
package protocol RunMeter: AnyObject {
    /// Records that a request is sent, and returns a number for the exchange. The cause is nil if the request didn't
    /// wait for an exchange.
    func begin(_ request: Request, at time: Duration, after cause: Int?) -> Int
    /// Records what the server answers, and returns how long the exchange takes.
    ///
    /// - Parameters:
    ///   - number: The number of the exchange.
    ///   - response: The response as the server sends it; nil if there is none.
    ///   - failure: The error if the response isn't delivered.
    ///   - delay: How long the server takes.
    func duration(of number: Int, _ response: Response?, _ failure: (any Error)?, delay: Duration) -> Duration
    /// Records that an exchange was ended before its answer arrived.
    func cutOff(_ number: Int, at time: Duration)
    /// Records the end of the plan, and the exchange that it waited for last.
    func finish(at time: Duration, after cause: Int?)
}

/// A measured exchange under way. Releasing it before its end cuts it off.
final class MeasuredExchange {
    /// The response as the server sends it.
    var response: Response?
    private let number: Int
    private let simulation: Simulation
    private let meter: any RunMeter
    private var isDone = false

    init(
        _ request: Request, at time: Duration, after cause: Int?, in simulation: Simulation, by meter: any RunMeter
    ) {
        self.simulation = simulation
        self.meter = meter
        number = meter.begin(request, at: time, after: cause)
    }

    /// Returns how long the exchange takes.
    func duration(with outcome: Result<Response, any Error>, delayedBy delay: Duration) -> Duration {
        var failure: (any Error)?
        if case .failure(let error) = outcome { failure = error }
        return meter.duration(of: number, response, failure, delay: delay)
    }

    /// Records the end, and returns the number of the exchange.
    func end() -> Int {
        isDone = true
        return number
    }

    deinit { if !isDone { meter.cutOff(number, at: simulation.time) } }
}
