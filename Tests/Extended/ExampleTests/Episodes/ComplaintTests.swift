import ExampleSupport
import Resourceful
import ResourcefulDownloads
import ResourcefulOAuth
import Testing

@testable import episodes

/// What the program says of each error, and the status that it ends with.
@Suite(.permit) struct ComplaintTests {
    private static let request = Request(url: URL(string: "http://example.org:81/a")!)

    private static func complaint(
        _ stage: LoadError.Stage, _ response: Response? = nil, _ cause: (any Error)? = nil
    ) -> Complaint {
        Complaint(LoadError(stage: stage, request: request, response: response, underlyingError: cause))
    }

    @Test(arguments: [
        (TransportError.Kind.cannotResolveHost, ExitCode.noHost), (.cannotConnect, .unavailable),
        (.timedOut, .temporary), (.connectionLost, .temporary), (.insecure, .badProtocol),
        (.malformedResponse, .badProtocol), (.cannotRedirect, .badProtocol), (.tooLarge, .badData),
        (.circuitOpen, .temporary), (.addressRefused, .notAllowed), (.proxyRefused, .notAllowed),
        (.unavailable, .unavailable),
        (.other, .inputOutput),
    ])
    func `a failed exchange has a status of its kind`(kind: TransportError.Kind, status: ExitCode) {
        let complaint = Self.complaint(.transport, nil, TransportError(kind, "it failed"))
        #expect(complaint.status == status)
        #expect(complaint.message == "GET http://example.org:81/a failed: it failed")
    }

    @Test(arguments: [
        (Response.Status(401), ExitCode.notAllowed), (403, .notAllowed), (407, .notAllowed), (404, .unavailable),
        (410, .unavailable), (400, .badProtocol), (408, .temporary), (429, .temporary), (503, .temporary),
        (500, .unavailable), (302, .badProtocol),
    ])
    func `a refusal has a status of its kind`(answer: Response.Status, status: ExitCode) {
        #expect(Self.complaint(.status, Response(status: answer)).status == status)
    }

    @Test func `a refused connection is named as such, with a hint`() {
        let text = "no connection could be made: Failed to connect: Connection refused (libcurl's code 7)"
        let complaint = Self.complaint(.transport, nil, TransportError(.cannotConnect, text))
        #expect(complaint.message == "GET http://example.org:81/a failed: example.org:81 refused the connection")
        #expect(complaint.hint == "Check that a server is running at example.org:81.")
    }

    @Test func `the server says when to try again`() {
        let response = Response(status: 503, headerFields: ["Retry-After": "1"])
        #expect(Self.complaint(.status, response).hint == "Try again in 1 second.")
        #expect(Self.complaint(.status, Response(status: 429)).hint == "Try again later.")
    }

    @Test func `files, data and programs have statuses of their own`() {
        #expect(Self.complaint(.parse, Response(), RequestError("x")).status == .badData)
        #expect(Self.complaint(.parse, nil, DownloadError(.digestMismatch, "x")).status == .badData)
        #expect(Self.complaint(.transport, nil, DownloadError(.noSpace, "x")).status == .inputOutput)
        #expect(Self.complaint(.transport, nil, DownloadError(.file, "x")).status == .cannotCreate)
        #expect(Self.complaint(.transport, nil, RequestError("x")).status == .inputOutput)
        #expect(Self.complaint(.request, nil, RequestError("x")).status == .software)
        #expect(Complaint(CannotWrite("/x", "no")).status == .cannotCreate)
        #expect(Complaint(CocoaError(.fileWriteUnknown)).status == .inputOutput)
        #expect(Complaint(UsageError("x")).status == .usage)
        #expect(Complaint(CancellationError()).status == .interrupted)
        #expect(Complaint(RequestError("x")) == Complaint("x", status: .software))
        #expect(Complaint(NothingFound()).status == .badData)
    }

    @Test func `the errors of signing in are about permission, also inside of a load's`() {
        for error in [OAuthError(.accessDenied), OAuthFailure.notSignedIn] as [any Error] {
            #expect(Complaint(error).status == .notAllowed)
            #expect(Self.complaint(.status, Response(status: 400), error).status == .notAllowed)
        }
    }

    @Test func `the statuses are those of sysexits`() {
        #expect(ExitCode.allCases.map(\.rawValue) == [0, 64, 65, 68, 69, 70, 73, 74, 75, 76, 77, 130])
    }

    @Test func `a complaint is a line, and its hint another one`() {
        let complaint = Complaint("one\ntwo\r\nthree", hint: "Do it.", status: .badData)
        #expect(complaint.text(of: "a", on: .plain) == "a: one two three\nhint: Do it.")
        #expect(
            Complaint("x", status: .usage).text(of: "a", on: .plain) == "a: x\nhint: Run `a --help` for what it can do."
        )
        #expect(Complaint("x", status: .software).text(of: "a", on: .plain) == "a: x")
    }

    @Test func `in a terminal it fits and has colors`() {
        let terminal = Terminal(isTerminal: true, environment: ["TERM": "xterm"], reported: 20)
        let text = Complaint("one two three four five", hint: "Do it.", status: .badData).text(of: "a", on: terminal)
        #expect(text == "\u{1B}[31ma:\u{1B}[0m one two three\n  four five\n\u{1B}[33mhint:\u{1B}[0m Do it.")
    }
}
