/// What keeps the failed loads of a Webservice. A load has one log, with the largest of their limits.
struct LoadKeepers: Sendable {
    private let keepers: [any LoadKeeper]
    private let limits: LogLimits

    /// Creates the keepers among the observers; nil if there are none.
    init?(_ observers: [LoadObserver]) {
        keepers = observers.compactMap(\.keeper)
        guard let largest = keepers.max(by: { $0.limits.effects < $1.limits.effects }) else { return nil }
        limits = largest.limits
    }

    /// Creates the log of a load that begins.
    func log() -> EffectLog { EffectLog(limits) }

    /// Keeps the log of a load that failed, unless it was canceled.
    func keep(_ log: EffectLog, _ plan: String, _ error: any Error) {
        guard !(error is CancellationError) else { return }
        let failed = FailedLoad(log, plan: plan, error: error)
        for keeper in keepers { keeper.keep(failed) }
    }

    /// Keeps a load that was answered from memory and failed.
    func keep(_ request: Request, answeredWith response: Response, _ plan: String, _ error: any Error) {
        let log = log()
        log.add(.exchanged(LoggedExchange(request, .success(response), .memory)), in: 0)
        keep(log, plan, error)
    }
}
