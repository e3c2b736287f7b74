public import ResourcefulCore

extension DryRun {
    /// Reports a mismatch of types. (Without this overload, the compiler's message for a plan made by `map` is
    /// unhelpful.)
    @available(*, unavailable, message: "what is loaded has a value of another type than the one wanted here")
    @_disfavoredOverload
    public mutating func load<Value, Wanted>(_ loadable: some Loadable<Value>) throws -> Wanted {
        throw CancellationError()
    }
}
