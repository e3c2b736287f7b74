extension ErrorMessages {
    /// The messages of `localizedDescription`: the server's own message if it sent one, or else a sentence in English.
    public static let english = ErrorMessages(
        otherwise: "Something went wrong.",
        [
            .serverMessage,
            .cancelled("This was canceled."),
            .transport(
                .cannotResolveHost, .cannotConnect, .proxyRefused, .addressRefused,
                message: "The server can't be reached."),
            .transport(.timedOut, message: "The server took too long to answer."),
            .transport(.connectionLost, message: "The connection to the server was lost."),
            .transport(.insecure, message: "A secure connection to the server couldn't be made."),
            .transport(.circuitOpen, message: "The server has a problem. Please try again later."),
            .transport(.tooLarge, message: "The server's answer is too large."),
            .transport("The communication with the server failed."),
            .signIn("Sign in again."),
            .status(401, "You need to sign in to do this."),
            .status(403, "You are not allowed to do this."),
            .status(404, "This wasn't found on the server."),
            .status(410, "This is no longer available on the server."),
            .status(413, "This is too large for the server."),
            .status(429, "There were too many requests. Please wait a moment."),
            .status(in: 400..<500, "The server didn't accept the request."),
            .status(in: 500..<600, "The server has a problem. Please try again later."),
            .stage(.status, "The server gave an unexpected answer."),
            .stage(.parse, "The server's answer couldn't be understood."),
            .error(RequestError.self) { $0.message.hasPrefix("the file ") ? "The file couldn't be sent." : nil },
            .stage(.request, "The request is invalid and couldn't be sent."),
        ])
}

extension LoadError: LocalizedError {
    /// A message for people, from ``ErrorMessages/english``.
    public var errorDescription: String? { ErrorMessages.english(self) }
}
