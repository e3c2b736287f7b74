import ResourcefulDownloads
import ResourcefulTesting
import TestSupport
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The server's own error, thrown by every kind of load, with its status.
struct DeclaredErrorTests {
    private struct Problem: Error, Decodable, Equatable {
        let code: String
        var status: Response.Status?

        private enum CodingKeys: CodingKey { case code }
    }

    @Sendable private static func keepStatus(of problem: inout Problem, in response: Response) {
        problem.status = response.status
    }

    private static let base = URL(string: "https://example.org/api")!
    private static let enveloped: Policy = .inside(Envelope(code: "errno", message: "errmsg", data: "result"))
    private static let server: StubServer = [
        Stub("gone").answers(.json(["code": "withdrawn"], status: 410)),
        Stub("deep").answers(.json(["errors": [["code": "late"]]], status: 409)),
        Stub("proxy").answers(.text("<html>", status: 502)),
    ]

    /// What a resource, a stream and a download of a relative URL throw.
    private func errors(of template: StaticString, at path: JSONPath = [], _ policies: [Policy] = []) -> [any Error] {
        var run = DryRun(baseURL: Self.base, policies: policies, Self.server)
        let folder = DownloadFolder()
        let request = Request(template)
        let resource = Resource<Data>(request).failing(with: Problem.self, at: path, Self.keepStatus)
        let stream = StreamResource<String>(lines: request).failing(with: Problem.self, at: path, Self.keepStatus)
        let download = FileDownload(request).failing(with: Problem.self, at: path, Self.keepStatus)
        let errors = [
            #expect(throws: (any Error).self) { try run.load(resource) },
            #expect(throws: (any Error).self) { try run.stream(of: stream) { _ in } },
            #expect(throws: (any Error).self) { try run.download(download, to: .file(folder.file)) },
        ]
        #expect(folder.names.isEmpty)
        return errors.compactMap(\.self)
    }

    @Test func `a stream and a download throw it as a resource does, and the status can be kept`() {
        let withdrawn = Problem(code: "withdrawn", status: 410)
        #expect(errors(of: "gone").map { $0 as? Problem } == [withdrawn, withdrawn, withdrawn])
        let late = Problem(code: "late", status: 409)
        #expect(errors(of: "deep", at: "errors.0").map { $0 as? Problem } == [late, late, late])
    }

    @Test func `an envelope around the service's values doesn't hide it`() {
        #expect(errors(of: "gone", [Self.enveloped]).allSatisfy { ($0 as? Problem)?.status == 410 })
    }

    @Test func `an answer that isn't the error stays a load error with its status`() {
        let errors = errors(of: "proxy").map { $0 as? LoadError }
        #expect(errors.map { $0?.status } == [502, 502, 502])
        #expect(errors.allSatisfy { $0?.stage == .status && $0?.underlyingError is ParseFailure })
    }
}
