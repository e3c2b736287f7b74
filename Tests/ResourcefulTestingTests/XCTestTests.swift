import ResourcefulLab
import XCTest

/// The kit under XCTest: what fails throws, and says by itself where it was asserted.
final class XCTestTests: XCTestCase {
    func testAFixtureIsReadAndAFailureShowsItsPlace() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "resourceful-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
        try Data(#"[{"id":1,"title":"One"},{"id":2,"title":"Two"}]"#.utf8)
            .write(to: folder.appending(path: "episodes.json"))
        let fixture = Fixture("episodes.json", in: folder)
        XCTAssertEqual(try assertParses(Episode.all, fixture), Episode.two)
        try assertParses(Episode.all, fixture, as: Episode.two)
        XCTAssertThrowsError(try assertParses(Episode.found, fixture)) { error in
            // XCTest prints this text; outside of Apple's platforms it knows no place of its own for what was thrown.
            XCTAssertTrue("\(error)".hasPrefix("\(#fileID):\(#line - 2): GET search.json"), "\(error)")
            XCTAssertTrue("\(error)".contains("\nparse failed at "), "\(error)")
        }
        XCTAssertThrowsError(try assertParses(Episode.all, Fixture("episode.json", in: folder))) { error in
            XCTAssertEqual((error as? MissingFixture)?.nearest, ["episodes.json"])
        }
    }

    func testStubsAnswerInVirtualTime() throws {
        let server: StubServer = [
            Stub("episodes.json").answers(.status(503, headerFields: ["Retry-After": "50"]), .json(Episode.two))
        ]
        var run = DryRun(baseURL: api, policies: [.retry(upTo: 1)], server)
        let before = Date()
        XCTAssertEqual(try run.load(Episode.all), Episode.two)
        XCTAssertEqual(run.requests.map(\.url.path), ["/api/episodes.json", "/api/episodes.json"])
        XCTAssertGreaterThanOrEqual(run.elapsed, .seconds(50), run.eventLog)
        XCTAssertLessThan(Date().timeIntervalSince(before), 50)
    }

    func testARequestThatNothingIsForFailsTheTest() throws {
        // As `reporting { XCTFail("\($0)") }` does, also when the code under test recovers.
        let reports = Locked([String]())
        let server: StubServer = [Stub("episode.json").answers(.json(Episode.two))]
        var run = DryRun(baseURL: api, server.reporting { report in reports.withLock { $0.append("\(report)") } })
        XCTAssertEqual(try run.load(Episode.all.plan.recover { _ in Plan.value([]) }), [])
        let texts = reports.withLock { $0 }
        XCTAssertEqual(texts.count, 1)
        XCTAssertTrue(texts[0].hasPrefix("no stub answers GET https://example.org/api/episodes.json\n"), texts[0])
        XCTAssertTrue(texts[0].contains("but the path is"), texts[0])
        XCTAssertThrowsError(try run.load(Episode.all)) { error in
            XCTAssertEqual((error as? LoadError)?.stage, .request)
        }
    }

    func testLoadsAreAwaited() async throws {
        let server: StubServer = [Stub("episodes.json").answers(.json(Episode.two))]
        let stubbed = try await Webservice(baseURL: api, transport: StubTransport(server)).load(Episode.all)
        XCTAssertEqual(stubbed, Episode.two)
    }

    func testAnOrderThatFailsIsShown() throws {
        let write = Plan.write(StoreEntry(data: Data(), date: .distantPast), to: "a")
        let plan = zip(Plan.read("a").map { $0 == nil }, write).map { wasEmpty, _ in wasEmpty }
        XCTAssertThrowsError(
            try DryRun.explore(plan, in: { DryRun { _ in Response() } }, check: { outcome, _ in try outcome.get() })
        ) { error in
            XCTAssertEqual((error as? ExplorationFailure)?.events.count, 2)
            XCTAssertTrue("\(error)".contains("wrote a"), "\(error)")
        }
    }
}
