extension Policy {
    /// Reads every value of a service inside an envelope, as ``Resource/inside(_:)`` does for one resource.
    ///
    ///     let shop = Webservice(baseURL: url, policies: [.inside(.shop), .cache(), .retry(upTo: 3)])
    ///     let cart = try await shop.load(Resource<Cart>(json: "cart"))
    ///
    /// It counts for resources that read JSON, and for those of `Void`; bytes, text and streams are what the server
    /// sends. A resource with its own ``Resource/inside(_:)`` keeps that; `inside(nil)` takes it out of the envelope.
    /// Where the policy stands in a list does not matter: no cache stores what the envelope calls a failure.
    public static func inside(_ envelope: Envelope) -> Policy {
        var traits = PolicyTraits(.envelope, "envelope: the value at \(envelope.data), the code at \(envelope.code)")
        traits.envelope = envelope
        return Policy(traits) { request, next in next(request) }
    }
}
