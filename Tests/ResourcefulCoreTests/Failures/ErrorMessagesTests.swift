import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a person is told.
struct ErrorMessagesTests {
    private struct Named: Error, LocalizedError { var errorDescription: String? { "by name" } }
    private struct Unnamed: Error {}

    private func error(_ stage: LoadError.Stage, status: Response.Status? = nil, _ cause: (any Error)? = nil)
        -> LoadError
    {
        LoadError(
            stage: stage, request: Request(url: Sample.url), response: status.map { Response(status: $0) },
            underlyingError: cause)
    }

    @Test func `the first rule that knows the error has the word`() {
        let messages = ErrorMessages(
            otherwise: "otherwise",
            [
                .status(404, "not found"), .status(in: 400..<500, "client"), .status(404, "never"),
                .transport(.timedOut, .connectionLost, message: "slow"), .transport("transport"),
                .error(Named.self) { _ in "named" }, .cancelled(""), .stage(.parse, "unreadable"),
                ErrorMessages.Rule { $0 is Unnamed ? "unnamed" : nil },
            ])
        #expect(messages(error(.status, status: 404)) == "not found")
        #expect(messages(error(.status, status: 410)) == "client")
        #expect(messages(error(.status, status: 500)) == "otherwise")
        #expect(messages(error(.transport, TransportError(.timedOut, ""))) == "slow")
        #expect(messages(error(.transport, TransportError(.insecure, ""))) == "transport")
        #expect(messages(error(.transport, Unnamed())) == "transport")
        #expect(messages(error(.parse, status: 200, Named())) == "named")
        #expect(messages(error(.parse, status: 404)) == "unreadable")
        #expect(messages(CancellationError()) == "")
        #expect(messages(Unnamed()) == "unnamed")
        #expect(messages(error(.request)) == "otherwise")
        #expect(ErrorMessages([.status(404, "weg")])(error(.status, status: 403)) == "You are not allowed to do this.")
    }

    @Test func `what could not be read is described by its kind`() {
        let messages = ErrorMessages(
            otherwise: "otherwise",
            [.parse(.empty, .missing, message: "nothing"), .parse(.mediaType, message: "HTML"), .stage(.parse, "else")])
        func message(_ kind: ParseFailure.Kind) -> String {
            messages(error(.parse, status: 200, ParseFailure(expected: "", found: "", kind: kind)))
        }
        #expect(
            [ParseFailure.Kind.empty, .missing, .mediaType, .malformed].map(message) == [
                "nothing", "nothing", "HTML", "else",
            ])
        #expect(messages(error(.parse, status: 200, Unnamed())) == "else")
        #expect(messages(error(.transport)) == "otherwise")
    }

    @Test func `in English there is a sentence for every error there can be`() {
        let kinds: [TransportError.Kind] = [
            .cannotResolveHost, .cannotConnect, .proxyRefused, .timedOut, .connectionLost, .insecure,
            .malformedResponse, .tooLarge, .cannotRedirect, .unavailable, .circuitOpen, .addressRefused, .other,
        ]
        let statuses = (100...999).compactMap { Response.Status($0) }.map { error(.status, status: $0) }
        let errors: [any Error] =
            kinds.map { error(.transport, TransportError($0, "m")) } + statuses
            + [error(.request), error(.parse, status: 200), error(.status), CancellationError(), Unnamed()]
        for error in errors {
            let message = ErrorMessages.english(error)
            #expect(message.hasSuffix(".") && message.count < 80, "\(error): \(message)")
            #expect(!message.contains("example.org"))
            if let error = error as? LoadError { #expect(error.errorDescription == message) }
        }
        #expect(ErrorMessages.english(Unnamed()) == "Something went wrong.")
    }

    @Test func `the server's own words are passed on`() {
        let problem = Response(
            status: 403, headerFields: ["Content-Type": "application/problem+json"],
            body: Data(#"{"title": "No credit", "detail": "Your balance is 30."}"#.utf8))
        let failure = LoadError(stage: .status, request: Request(url: Sample.url), response: problem)
        #expect(failure.errorDescription == "Your balance is 30.")
        #expect(ErrorMessages.english(ServiceError(code: 7, message: "余额不足")) == "余额不足")
        #expect(ErrorMessages.english(ServiceError(code: 7, message: "")) == "Something went wrong.")
        #expect(ErrorMessages.english(Named()) == "by name")
        #expect(ErrorMessages.english(error(.parse, ServiceError(code: 7, message: "m"))) == "m")
    }

    @Test func `a file that isn't there is named as the reason, without its path`() throws {
        let body = Body.file(URL(filePath: "/nowhere/of/ada/photo.jpg"))
        let cause = try #require(throws: RequestError.self) { try body.encoded() }
        #expect(ErrorMessages.english(error(.request, cause)) == "The file couldn't be sent.")
        #expect(ErrorMessages.english(error(.request, RequestError("the path is too long"))).contains("invalid"))
    }
}
