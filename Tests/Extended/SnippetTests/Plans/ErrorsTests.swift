import Foundation
import Resourceful
import ResourcefulTesting
import Testing

// The snippets of "Errors", word for word, compiled and run.

private struct Episode: Codable, Sendable, Equatable { let id: Int }

extension Episode {
    static let mine = Resource<[Episode]>(json: "mine.json")
}

enum NextStep: Equatable { case nothing, signIn, offerRetry, report }

func nextStep(after error: any Error) -> NextStep {
    if error is CancellationError { return .nothing }
    guard let error = error as? LoadError else { return .report }
    if error.stage == .status, error.status == 401 { return .signIn }
    var outcome = Result<Response, any Error>.failure(error)
    if let response = error.response { outcome = .success(response) }
    return Outcomes.transient.contains(outcome) ? .offerRetry : .report
}

private final class List {
    private(set) var shown: [Episode]?
    private(set) var message: String?

    func show(_ webservice: Webservice) async {
        do {
            shown = try await webservice.load(Episode.mine)
        } catch is CancellationError {
            // The user has left.
        } catch let error as LoadError where error.status == 404 {
            shown = []
        } catch {
            message = ErrorMessages.english(error)
        }
    }
}

@Suite(.permit) struct ErrorsTests {
    private let api = URL(string: "https://api.example.org/v1")!

    private func webservice(_ answer: StubAnswer) -> Webservice {
        Webservice(baseURL: api, transport: StubTransport([Stub("mine.json").answers(answer)]))
    }

    @Test func `a list shows the elements that could be loaded`() async {
        let list = List()
        await list.show(webservice(.failure(CancellationError())))
        #expect(list.shown == nil && list.message == nil)
        await list.show(webservice(.json([Episode(id: 7)])))
        #expect(list.shown == [Episode(id: 7)])
        await list.show(webservice(.status(404)))
        #expect(list.shown == [] && list.message == nil)
        await list.show(webservice(.failure(.timedOut)))
        #expect(list.message == "The server took too long to answer.")
    }

    @Test(arguments: [
        (StubAnswer.failure(.timedOut), NextStep.offerRetry), (.status(503), .offerRetry), (.status(401), .signIn),
        (.status(400), .report), (.text("{}"), .report), (.failure(.insecure), .report),
        (.failure(CancellationError()), .nothing), (.failure(at: .request), .report),
    ])
    func `the error decides the next step`(answer: StubAnswer, step: NextStep) async throws {
        let webservice = webservice(answer)
        do {
            _ = try await webservice.load(Episode.mine)
            Issue.record("the load succeeds")
        } catch {
            #expect(nextStep(after: error) == step, "\(error)")
        }
    }

    @Test func `a transport error has a kind`() async throws {
        var isOffline = false
        do {
            _ = try await webservice(.failure(.cannotConnect)).load(Episode.mine)
        } catch let error as LoadError {
            let cause = error.underlyingError as? TransportError
            isOffline = cause?.kind == .cannotConnect
        }
        #expect(isOffline)
    }

    @Test func `secrets are replaced in the request and in printed text, but not in the response`() throws {
        let body = Data(#"{"message": "The key k3y-of-the-user-77 has expired"}"#.utf8)
        var run = DryRun(baseURL: api) { _ in
            Response(status: 403, headerFields: ["Set-Cookie": "sid=4711"], body: body)
        }
        let resource = Episode.mine.query("token", "s3cret-in-the-url")
            .header("Authorization", "Bearer k3y-of-the-user-77")

        let error = try #require(throws: LoadError.self) { try run.load(resource) }
        print(error)
        // GET https://api.example.org/v1/mine.json?token=redacted was answered
        // with 403 Forbidden: The key ****************** has expired

        #expect("\(error)".hasSuffix("was answered with 403 Forbidden: The key ****************** has expired"))
        #expect(error.request.url.absoluteString == "https://api.example.org/v1/mine.json?token=redacted")
        #expect(error.request.headerFields["Authorization"] == "[redacted]")
        for text in ["\(error)", error.debugDescription, error.localizedDescription] {
            #expect(!text.contains("k3y-of") && !text.contains("s3cret") && !text.contains("4711"), "\(text)")
        }
        #expect(error.response?.body == body && error.response?.headerFields["Set-Cookie"] == "sid=4711")
        #expect(ErrorMessages.english(error) == "You are not allowed to do this.")
    }

    @Test(arguments: [LoadError.Stage.request, .transport, .status, .parse])
    func `each stage is tested with a stub`(stage: LoadError.Stage) async throws {
        let server: StubServer = [
            Stub("mine.json").answers(.failure(at: stage))
        ]

        var run = DryRun(baseURL: api, server)
        let error = #expect(throws: LoadError.self) { try run.load(Episode.mine) }
        #expect(error?.stage == stage)

        let webservice = Webservice(baseURL: api, transport: StubTransport(server))
        let same = await #expect(throws: LoadError.self) { try await webservice.load(Episode.mine) }
        #expect(same?.stage == stage)
    }
}
