public import ResourcefulCore

extension DryRun {
    /// The value is of one type. (Without this, the compiler fails to say so of a plan that `map` has made.)
    @available(*, unavailable, message: "what is loaded has a value of another type than the one wanted here")
    @_disfavoredOverload
    public mutating func load<Value, Wanted>(_ loadable: some Loadable<Value>) throws -> Wanted {
        throw CancellationError()
    }
}
