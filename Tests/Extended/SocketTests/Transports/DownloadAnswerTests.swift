import Foundation
import ResourcefulCurl
import ResourcefulDownloads
import ResourcefulTesting
import Testing

/// The table of `ResumptionTableTests` over sockets.
@Suite(.permit) struct DownloadAnswerTests {
    private var download: FileDownload {
        var download = FileDownload(url: URL(string: "x")!)
        download.waits = .constant(.zero)
        return download
    }

    @Test(arguments: Subject.overSockets, [200, 206] as [Response.Status])
    func `whatever answers a request for the rest, the file is whole and right in the end`(
        subject: Subject, status: Response.Status
    ) async throws {
        for answer in ResumptionAnswer.all where answer.status == status && (answer.isChunked || !answer.isCut) {
            let place = DownloadResumptionTests.Place()
            let whole = Response(headerFields: ["ETag": #""1""#], body: ResumptionAnswer.file)
            let first = LoopbackServer.Answer.faulty(whole, .cutShort(after: ResumptionAnswer.known))
            let turns = Locked([first, answer.served])
            let server = try LoopbackServer(answering: { request in
                turns.withLock { $0.isEmpty ? nil : $0.removeFirst() } ?? .response(whole.ranged(for: request))
            })
            let webservice = server.webservice(subject)
            do {
                _ = try await webservice.download(download, to: .file(place.file))
            } catch is LoadError {
                #expect(place.bytes == nil, "\(answer)")
                _ = try await webservice.download(download, to: .file(place.file))
            }
            #expect(isSame(place.bytes, ResumptionAnswer.file), "\(answer)")
            server.stop()
        }
    }
}

extension ResumptionAnswer {
    /// The answer, as a server sends it.
    fileprivate var served: LoopbackServer.Answer {
        switch (isChunked, cut) {
        case (true, let cut?): .faulty(response, .cutShortInChunks(of: 500, after: cut))
        case (true, nil): .chunked(response, chunkSize: 500)
        case (false, let cut?): .faulty(response, .cutShort(after: cut))
        case (false, nil): .response(response)
        }
    }
}
