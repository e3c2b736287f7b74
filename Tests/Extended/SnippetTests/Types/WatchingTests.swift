import Foundation
import Resourceful
import ResourcefulDiagnostics
import ResourcefulDownloads
import ResourcefulTesting
import Testing

private typealias Episode = TypeModels.Episode
private let podcast = TypeModels.podcast

// The examples in the documentation of events, errors and downloads, word for word, compiled and run.
@Suite(.permit) struct WatchingTests {
    @Test func `an observer sees each event`() async throws {
        let slow = LoadObserver { event in
            if case .received(_, let request, _, let time) = event.kind, time > .seconds(2) {
                print(request, "took", time)
            }
        }
        let webservice = Webservice(baseURL: api, observers: [slow, .logging { print($0) }])
        #expect("\(webservice)".contains("api.example.org"))
        slow(LoadEvent(load: 1, date: Date(), kind: .received(Response(), for: Request("a"), attempt: 1, after: .zero)))
    }

    @Test func `observers are tested with events`() async throws {
        let event = LoadEvent(load: 1, date: Date(), kind: .sent(Request("episodes.json"), attempt: 2))
        print(event)  // #1 → GET episodes.json (request 2 of the load)
        #expect("\(event)" == "#1 → GET episodes.json (request 2 of the load)")
        let end = LoadEnd(request: Request("episodes.json"), error: CancellationError())
        print(end.isCanceled, end.failure == nil)  // true true: nothing to show
        #expect(end.isCanceled && end.failure == nil)
    }

    @Test func `a trace becomes an HTTP archive`() async throws {
        let recorder = Recorder()
        let webservice = Webservice(
            baseURL: api, observers: [recorder.observer], transport: StubTransport(podcast))
        _ = try await webservice.load(Episode.all)
        let har = try JSON.Encoder().encode(recorder.trace.har())  // open it in a browser's tools
        #expect(try JSON(parsing: har).log.entries.array.count == 1)
    }

    @Test func `an error has a stage`() async throws {
        let webservice = Webservice(baseURL: api, transport: StubTransport { _ in Response(status: 404) })
        var shown: [String] = []
        func show(_ episodes: [Episode]) { shown.append("\(episodes.count)") }
        func showOffline() { shown.append("offline") }
        do {
            show(try await webservice.load(Episode.all))
        } catch let error as LoadError where error.status == 404 {
            show([])
        } catch let error as LoadError where error.stage == .transport {
            showOffline()
        }
        #expect(shown == ["0"])
    }

    @Test func `a transport throws a kind of error`() async throws {
        let offline = StubTransport { _ in
            throw TransportError(.cannotConnect, "the network is down")
        }
        let error = await #expect(throws: LoadError.self) {
            try await Webservice(baseURL: api, transport: offline).load(Episode.all)
        }
        #expect(error?.stage == .transport)
        #expect((error?.underlyingError as? TransportError)?.kind == .cannotConnect)
    }

    @Test func `a server describes its problem`() async throws {
        let problem = #"{"type": "about:blank", "title": "Out of credit", "balance": 30}"#
        let response = Response(
            status: 403, headerFields: ["Content-Type": "application/problem+json"], body: Data(problem.utf8))
        let webservice = Webservice(baseURL: api, transport: StubTransport { _ in response })
        func show(_ text: String) { #expect(text == "Out of credit") }
        do {
            _ = try await webservice.load(Episode.number(7))
        } catch let error as LoadError {
            show(error.problem?.title ?? "\(error)")
        }
        #expect(try response.problem?.extensions.balance.int == 30)
    }

    @Test func `a download returns its file`() async throws {
        let folder = URL(filePath: "/tmp/resourceful-types-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let audio = FileDownload(url: api.appending(path: "7.m4a"))
        let webservice = Webservice(transport: StubTransport { _ in Response(body: Data(count: 44)) })
        func play(_ file: URL) { #expect(file.lastPathComponent == "7.m4a") }
        func askForSpace() { Issue.record("the disk is full") }
        let file = try await webservice.download(audio, to: .folder(folder))
        print(file.url.lastPathComponent, file.size, file.resumedFrom)  // 7.m4a 44 0
        #expect("\(file.url.lastPathComponent) \(file.size) \(file.resumedFrom)" == "7.m4a 44 0")
        do {
            play(try await webservice.download(audio, to: .folder(folder, ifTaken: .replaced)).url)
        } catch let error as LoadError
            where (error.underlyingError as? DownloadError)?.kind == .noSpace
        {
            askForSpace()
        }
    }
}
