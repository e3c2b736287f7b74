extension DryRun {
    /// Reports a mismatch of types. (Without this overload, the compiler's message for a plan made by `map` is
    /// unhelpful.)
    @available(*, unavailable, message: "the value that is loaded has a different type than the one expected here")
    @_disfavoredOverload
    public mutating func load<Value, Wanted>(_ loadable: some Loadable<Value>) throws -> Wanted {
        throw CancellationError()
    }
}
