import Foundation
import ResourcefulDownloads
import ResourcefulTesting
import TestSupport
import Testing

/// The same resource gives the same error, whether a function answers it or a server.
@Suite(.permit) struct SameErrorTests {
    private struct Episode: Decodable, Sendable { let title: String }
    private struct APIProblem: Error, Decodable, Equatable { var reason: String }

    private static let json: HeaderFields = ["Content-Type": "application/json"]

    private static func response(
        _ text: String, _ status: Response.Status = 200, _ fields: HeaderFields = json
    ) -> Response {
        Response(status: status, headerFields: fields, body: Data(text.utf8))
    }

    /// Each answer fails each of the resources.
    private static let answers: [Response] = [
        response("[{\"title\":"), response("{\"title\": 7}"), response("<html>", 200, ["Content-Type": "text/html"]),
        response(""), response(" \n"), response("{\"token\": \"hunter2\"}"), response("{\"title\": null}"),
        response("{\"reason\": \"no\"}", 409), response("{\"message\": \"busy\"}", 503), response("", 404),
        response("{\"code\": 7, \"message\": \"sold out\"}"), response("{\"code\": \"E1\"}", 400),
        response("{\"title\": \"t\", \"status\": 403}", 403, ["Content-Type": "application/problem+json"]),
        Response(status: 204), Response(status: 500, body: Data([0xFF, 0xFE, 0x00])),
    ]

    private static let resources: [Resource<String>] = {
        let url = URL(string: "episode.json?key=hunter2")!
        let episode = Resource<Episode>(json: url)
        return [
            episode.map(\.title), episode.accepting(.json).failing(with: APIProblem.self).map(\.title),
            episode.inside(Envelope()).map(\.title), Resource(url: url, parseJSON: { try $0.title.string }),
            Resource<Episode>(json: url, decoder: JSONDecoder()).map(\.title),
        ]
    }()

    private static func told(_ error: any Error) -> [String] {
        ["\(error)", String(reflecting: error), error.localizedDescription, ErrorMessages.english(error)]
    }

    @Test(arguments: Subject.allCases) func `as a dry run and live`(subject: Subject) async throws {
        for answer in Self.answers {
            let server = try LoopbackServer { _ in answer }
            defer { server.stop() }
            let webservice = Webservice(baseURL: server.baseURL, transport: subject.shared { _ in answer })
            for (number, resource) in Self.resources.enumerated() {
                var run = DryRun(baseURL: server.baseURL) { request in
                    var answer = answer
                    answer.url = request.url
                    return answer
                }
                let dry = try #require(#expect(throws: (any Error).self) { try run.load(resource) })
                let live = try #require(await #expect(throws: (any Error).self) { try await webservice.load(resource) })
                #expect(Self.told(live) == Self.told(dry), "resource \(number)")
                #expect(!"\(Self.told(live))".contains("hunter2"))
            }
        }
    }

    @Test(arguments: Subject.overSockets)
    func `a stream and a download throw the server's own error over a socket, too`(subject: Subject) async throws {
        let server = try LoopbackServer { _ in Self.response("{\"reason\": \"no\"}", 409) }
        defer { server.stop() }
        let webservice = Webservice(baseURL: server.baseURL, transport: subject.shared())
        let stream = StreamResource<String>(lines: Request("lines")).failing(with: APIProblem.self) {
            $0.reason += " \($1.status.rawValue)"
        }
        await #expect(throws: APIProblem(reason: "no 409")) {
            for try await _ in webservice.stream(of: stream) {}
        }
        let folder = URL(filePath: "/tmp/resourceful-refused-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        await #expect(throws: APIProblem(reason: "no")) {
            let download = FileDownload("file").failing(with: APIProblem.self)
            _ = try await webservice.download(download, to: .file(folder.appending(path: "file")))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
