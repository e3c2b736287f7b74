/// Something that keeps the effects of loads that fail, instead of observing the events of all.
package protocol LoadKeeper: AnyObject, Sendable {
    /// How much of a load it keeps.
    var limits: LogLimits { get }

    /// Keeps a load that failed, and wasn't canceled.
    func keep(_ load: FailedLoad)
}
