// The verbs of other libraries. None of them can be called: the compiler suggests what to write.
extension Webservice {
    /// Unavailable: the elements of a stream arrive one by one.
    @available(*, unavailable, message: "write for try await element in webservice.stream(of: …)")
    @_disfavoredOverload
    public func load<Element>(_ stream: StreamResource<Element>) -> ElementSequence<Element> { self.stream(of: stream) }
}
