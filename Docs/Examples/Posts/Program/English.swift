import Resourceful

/// `show(_:)` in English.
@MainActor func showInEnglish(_ client: APIClient) async {
    print("Loading …")
    defer { print("The spinner stops.") }
    do {
        let posts = try await client.posts(by: 101)
        print("Loaded.")
        for post in posts { print(post) }
    } catch {
        print(ErrorMessages.postsInEnglish(error))
    }
}

extension ErrorMessages {
    /// ``posts`` in English.
    static let postsInEnglish = ErrorMessages(
        otherwise: "Something went wrong.",
        [
            .error(ServiceError.self) { $0.message.isEmpty ? "The server returned the code \($0.code)." : $0.message },
            .cancelled("Canceled."), .status(403, "The server refuses access."), .status(404, "Page not found."),
            .status(in: 500..<600, "The server has a problem."),
            .transport(.timedOut, message: "The request timed out."), .transport("The network has a problem."),
            .init { error in
                (error as? LoadError).flatMap { $0.stage == .request ? "Invalid URL: \($0.request.url)" : nil }
            },
            .parse(.mediaType, message: "The response isn't JSON."), .parse(.empty, message: "The response is empty."),
            .parse(.malformed, message: "The JSON is malformed."),
            .init { ($0 as? LoadError)?.parseFailure?.path == "code" ? "The response has no valid code." : nil },
            .parse(.missing, message: "A field is missing."), .parse(.mismatch, message: "A field has the wrong type."),
        ])
}
