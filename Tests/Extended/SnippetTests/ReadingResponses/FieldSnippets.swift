import Foundation
import Resourceful
import ResourcefulFormats
import ResourcefulIdentity
import ResourcefulPages
import ResourcefulTesting
import Testing

// The snippets about header fields in "Reading responses".
@Suite(.permit) struct FieldSnippetTests {
    private let response = Response(
        headerFields: [
            "Content-Disposition": "attachment; filename=\"report.pdf\"; filename*=UTF-8''..%2fB%C3%A9richt.pdf",
            "RateLimit": "\"default\";r=0;t=30", "RateLimit-Policy": "\"default\";q=100;w=60", "Retry-After": "1m30s",
            "Location": "my file.txt", "Link": "<?page=2>; rel=\"next\"",
        ], url: URL(string: "https://example.org/files/?page=1")!)

    @Test func `file names, limits and links have types`() throws {
        let file = response.headerFields.contentDisposition?.safeFileName ?? "download"
        #expect(file == "Béricht.pdf")

        let received = Date(timeIntervalSince1970: 1_800_000_000)
        if let limit = response.headerFields.rateLimit, limit.isExhausted {
            let until = limit.resetDate(receivedAt: received)
            #expect(until == received + 30)
        } else {
            Issue.record("nothing is left")
        }
        #expect(response.headerFields.retryAfter?.duration(from: received) == .seconds(90))

        let place = response.location
        let next = response.link(rel: "next")
        #expect(place?.absoluteString == "https://example.org/files/my%20file.txt")
        #expect(next?.absoluteString == "https://example.org/files/?page=2")
    }

    @Test func `signing uses the server's time`() throws {
        let signed = Policy { request, next in
            Plan.serverTime(of: request.url).flatMap { date in
                var request = request
                request.headerFields["X-Date"] = HTTPDate.text(of: date)
                return next(request)
            }
        }
        var run = DryRun(policies: [signed, .serverClock()]) { _ in
            Response(headerFields: ["Date": "Fri, 15 Jan 2027 11:00:00 GMT"])
        }
        run.start = Date(timeIntervalSince1970: 1_800_000_000.4)
        let request = Request(url: URL(string: "https://example.org/")!)
        _ = try run.load(Plan.send(request))
        _ = try run.load(Plan.send(request))
        let dates = run.requests.map { $0.headerFields["X-Date"] }
        #expect(dates == ["Fri, 15 Jan 2027 08:00:00 GMT", "Fri, 15 Jan 2027 11:00:00 GMT"])
    }
}
