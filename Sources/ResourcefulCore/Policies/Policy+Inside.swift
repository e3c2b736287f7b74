extension Policy {
    /// Reads all values of a service inside an envelope, as ``Resource/inside(_:)`` does for one resource.
    ///
    ///     let shop = Webservice(baseURL: url, policies: [.inside(.shop), .cache(), .retry(upTo: 3)])
    ///     let cart = try await shop.load(Resource<Cart>(json: "cart"))
    ///
    /// It applies to resources that read JSON, and to those of `Void`. Bytes, text and streams are read as the server
    /// sends them. A resource with its own ``Resource/inside(_:)`` keeps its envelope; `inside(nil)` removes it. The
    /// policy's place in the list doesn't matter: no cache stores a response that the envelope marks as a failure.
    public static func inside(_ envelope: Envelope) -> Policy {
        var traits = PolicyTraits(nil, "envelope: the value at \(envelope.data), the code at \(envelope.code)")
        (traits.place, traits.envelope) = (.nowhere, envelope)
        return Policy(traits) { request, next in next(request) }
    }
}
