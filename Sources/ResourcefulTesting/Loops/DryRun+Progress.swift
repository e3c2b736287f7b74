public import ResourcefulProgress

extension DryRun {
    /// Loads a resource, or carries out a plan, and reports its progress in virtual time, as `Webservice` does it in
    /// real time.
    ///
    ///     var fractions: [Double?] = []
    ///     _ = try run.load(Song.upload(file)) { fractions.append($0.fraction) }
    ///
    /// During the time that an answer takes, the body of the request is sent at a constant rate; or without one, the
    /// body of the response is received. The function is called after the load, in the order of time. A load that takes
    /// longer than a thousand seconds is reported at most 10,000 times.
    ///
    /// - Parameters:
    ///   - loadable: The resource or the plan.
    ///   - interval: The minimum virtual time between one progress and the next.
    ///   - tell: Called with the progress at the beginning, from time to time, and at the end. The last fraction is 1
    ///     if the load succeeds.
    /// - Throws: The errors of `Webservice.load`.
    public mutating func load<Value>(
        _ loadable: some Loadable<Value>, every interval: Duration = .milliseconds(100),
        progress tell: (TransferProgress) -> Void
    ) throws -> Value {
        try metered(every: interval, tell) { run, _ in try run.load(loadable) }
    }

    /// Passes the steps of a load to a function, as a loop over `Webservice.progress(of:every:)` receives them: its
    /// progress in virtual time, and its value. Then throws the error that ends the loop, if any.
    ///
    /// - Throws: The errors of `Webservice.load`.
    public mutating func progress<Value: Sendable>(
        of loadable: some Loadable<Value>, every interval: Duration = .milliseconds(100),
        _ body: (ProgressSequence<Value>.Step) throws -> Void
    ) throws {
        try steps(every: interval, body) { run, _ in try run.load(loadable) }
    }

    /// Passes on the steps of a load: its progress, but for the last one of a failure, and its value.
    mutating func steps<Value: Sendable>(
        every interval: Duration, _ body: (ProgressSequence<Value>.Step) throws -> Void,
        _ load: (inout DryRun, VirtualMeter) throws -> Value
    ) throws {
        let value = try metered(every: interval, tellsFailure: false, { try body(.progress($0)) }, load)
        try body(.value(value))
    }

    /// Performs a load whose exchanges are measured, then reports its progress.
    mutating func metered<Value>(
        every interval: Duration, tellsFailure: Bool = true, _ tell: (TransferProgress) throws -> Void,
        _ load: (inout DryRun, VirtualMeter) throws -> Value
    ) throws -> Value {
        let (outer, start) = (meter, elapsed)
        let virtual = VirtualMeter(inside: outer, from: start)
        meter = virtual
        defer { meter = outer }
        let outcome = Result { try load(&self, virtual) }
        try virtual.report(until: elapsed, every: interval, outcome.isSuccess ? true : tellsFailure ? false : nil, tell)
        return try outcome.get()
    }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
