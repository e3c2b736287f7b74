extension Response {
    /// How the server wants to know who asks, from all its WWW-Authenticate fields.
    public var challenges: [Challenge] {
        headerFields.values(of: "WWW-Authenticate").flatMap { Challenge.all(parsing: $0) }
    }
}
