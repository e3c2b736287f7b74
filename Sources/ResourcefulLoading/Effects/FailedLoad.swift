/// A load that failed, with all that was logged. Its secrets are replaced only when it's written.
package struct FailedLoad: Sendable {
    package let plan: String
    package let error: any Error
    package let date: Date
    package let duration: Duration
    /// The logs of the load and of the runs that it waited for, directly or through others.
    package let logs: [(log: EffectLog, content: EffectLog.State)]

    /// The number of shared runs that a record has.
    private static let maximumRunCount = 100

    init(_ log: EffectLog, plan: String, error: any Error) {
        (self.plan, self.error) = (plan, error)
        duration = log.began.duration(to: .now)
        date = Date(timeIntervalSinceNow: -duration.inSeconds)
        var logs = [(log: log, content: log.content)]
        var index = 0
        while index < logs.count {
            for effect in logs[index].content.effects {
                guard case .joined(_, let run?, _) = effect.kind, logs.count <= Self.maximumRunCount,
                    !logs.contains(where: { $0.log === run })
                else { continue }
                logs.append((run, run.content))
            }
            index += 1
        }
        self.logs = logs
        for (log, _) in logs { log.settle() }
    }
}

/// Something that keeps the effects of loads that fail, instead of observing the events of all.
package protocol LoadKeeper: AnyObject, Sendable {
    /// How much of a load it keeps.
    var limits: LogLimits { get }

    /// Keeps a load that failed, and wasn't canceled.
    func keep(_ load: FailedLoad)
}
