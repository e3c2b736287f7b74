extension Response {
    /// The authentication challenges of all WWW-Authenticate fields.
    public var challenges: [AuthenticationChallenge] {
        headerFields.values(of: "WWW-Authenticate").flatMap { AuthenticationChallenge.all(parsing: $0) }
    }
}
