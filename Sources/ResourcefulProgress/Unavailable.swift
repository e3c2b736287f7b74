// What people write first. You can't use it: the compiler suggests what to write instead.
extension TransferProgress {
    /// Renamed to ``fraction``.
    @available(*, unavailable, renamed: "fraction")
    public var fractionCompleted: Double? { fraction }
}

extension Webservice {
    /// Unavailable: an upload is a resource with a body.
    @available(*, unavailable, message: "an upload is a resource with a body; write load(resource) { progress in … }")
    public func upload<Value>(
        _ resource: Resource<Value>, progress: @escaping (TransferProgress) -> Void
    ) async throws -> Value { throw CancellationError() }
}
