#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ErrorMessages {
    /// The messages of `localizedDescription`: the server's own message if it sent one, or else a sentence in English.
    public static let english = ErrorMessages(
        otherwise: "Something went wrong.",
        [
            .serverMessage,
            .cancelled("It was cancelled."),
            .transport(.cannotResolveHost, .cannotConnect, .addressRefused, message: "The server can't be reached."),
            .transport(.timedOut, message: "The server took too long to answer."),
            .transport(.connectionLost, message: "The connection to the server was lost."),
            .transport(.insecure, message: "No secure connection to the server could be made."),
            .transport("The exchange with the server failed."),
            .status(401, "This needs you to sign in."),
            .status(403, "You are not allowed to do this."),
            .status(404, "The server does not have this."),
            .status(410, "The server does not have this any longer."),
            .status(413, "This is too large for the server."),
            .status(429, "These were too many requests. Please wait a little."),
            .status(in: 400..<500, "The server did not accept the request."),
            .status(in: 500..<600, "The server has a problem. Please try again later."),
            .stage(.status, "The server gave an unexpected answer."),
            .stage(.parse, "The server's answer could not be understood."),
            .stage(.request, "The request could not be sent as it is."),
        ])
}

extension LoadError: LocalizedError {
    /// A message for people, from ``ErrorMessages/english``.
    public var errorDescription: String? { ErrorMessages.english(self) }
}
