extension Response {
    /// How the server wants to know who asks, from all its WWW-Authenticate fields.
    public var challenges: [AuthenticationChallenge] {
        headerFields.values(of: "WWW-Authenticate").flatMap { AuthenticationChallenge.all(parsing: $0) }
    }
}
