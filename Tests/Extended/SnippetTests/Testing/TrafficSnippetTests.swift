import Foundation
import Resourceful
import ResourcefulLab
import Testing

// The code of "Traffic budgets", and what the article shows of its output.

enum StartPage {
    static let name = Resource<String>(json: "me")
    static let feed = Resource<[Int]>(json: "feed")

    static var plan: Plan<[Data]> {
        zip(name, feed).flatMap { _, ids in all(ids.map(cover)) }
    }

    static func cover(_ id: Int) -> Resource<Data> {
        Resource(image: Request(template: "covers/{id}.jpg", ["id": .init(id)]))
    }
}

private let server: StubServer = [
    Stub("me").answers(.json("Ada")),
    Stub("feed").answers(.json([7, 8, 9]).after(.milliseconds(40))),
    Stub("covers/{id}.jpg").answers(.data(Data(count: 18_000), mediaType: "image/jpeg")),
]

@Suite(.permit) struct TrafficSnippetTests {
    private func startPage() throws -> Traffic {
        try Traffic(
            of: StartPage.plan, in: { DryRun(baseURL: api, server) }, roundTrip: .milliseconds(120),
            bytesPerSecond: 200_000)
    }

    /// Whether the article has a text in a block.
    private func shows(_ text: String) throws -> Bool {
        try document("Docs/Resourceful.docc/TrafficBudgets.md").contains("```text\n\(text)\n```\n")
    }

    @Test func `the start page stays cheap`() throws {
        let traffic = try Traffic(
            of: StartPage.plan, in: { DryRun(baseURL: api, server) },
            roundTrip: .milliseconds(120), bytesPerSecond: 200_000)
        try traffic.assertWithin(requests: 5, roundTrips: 2, bytes: 60_000, elapsed: .seconds(1))
    }

    @Test func `the article shows the waterfall`() throws {
        let waterfall = try startPage().waterfall
        #expect(try shows(waterfall), "\(waterfall)")
    }

    @Test func `a figure that no parameter has is an expectation`() throws {
        let traffic = try startPage()
        #expect(traffic.criticalPath.first?.request.url.path == "/feed")
        #expect(traffic.requests.allSatisfy { $0.bytesReceived < 20_000 })
    }

    @Test func `the start page stays the same`() throws {
        let traffic = try startPage()
        try assertSnapshot(of: traffic, named: "start-page")
    }

    @Test func `the article shows how a page has grown`() throws {
        let before = try startPage()
        let plan = StartPage.plan.flatMap { covers in
            all((7...9).map { Resource<Int>(json: "likes/{id}", ["id": $0]) }).map { _ in covers }
        }
        let after = try Traffic(
            of: plan, in: { DryRun(baseURL: api, server + [Stub("likes/{id}").answers(.json(1))]) },
            roundTrip: .milliseconds(120), bytesPerSecond: 200_000)
        let figures = after.comparison(to: before).split(separator: "\n").prefix(5).joined(separator: "\n")
        #expect(try shows(figures), "\(figures)")
    }

    @Test func `the second visit sends nothing`() throws {
        let fields: HeaderFields = ["Cache-Control": "max-age=60"]
        let server = StubServer(
            ["me": StubAnswer.json("Ada"), "feed": .json([7]), "covers/7.jpg": .data(Data(), mediaType: "image/jpeg")]
                .map { Stub($0).answers($1.headerFields(fields)) })
        let again = try Traffic(of: StartPage.plan) {
            var run = DryRun(baseURL: api, policies: [.cache()], server)
            _ = try run.load(StartPage.plan)
            return run
        }
        #expect(again.requests.isEmpty)
    }

    @Test func `a server that is down isn't asked often`() throws {
        let down: StubServer = [Stub("feed").answers(.status(503))]
        let failed = #expect(throws: Traffic.LoadFailure.self) {
            try Traffic(
                of: StartPage.feed,
                in: { DryRun(baseURL: api, policies: [.retry(upTo: 2)], down) })
        }
        #expect(failed?.traffic.requests.count == 3)
    }

    @Test func `the picture in the article is the one of the code`() throws {
        let traffic = try startPage()
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UInt64.random(in: 0 ... .max)).svg")
        defer { try? FileManager.default.removeItem(at: file) }
        try traffic.svg.write(to: file, atomically: true, encoding: .utf8)

        let picture = repository.appending(path: "Docs/Resourceful.docc/Resources/waterfall.svg")
        // To make it again, remove it.
        if !FileManager.default.fileExists(atPath: picture.path) {
            try FileManager.default.copyItem(at: file, to: picture)
            Issue.record("the picture was missing, and has been made")
        }
        #expect(try Data(contentsOf: picture) == Data(contentsOf: file))
    }
}
