import ResourcefulPages
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct ContractTests {
    private static let samples = Samples(
        of: Episode.all,
        [
            "two": .json(Episode.two), "none": .json([Episode]()), "gone": .status(410),
            "lost": .failure(.connectionLost),
            "cut": .text(#"[{"id": 1, "title": "#),
        ])

    @Test(arguments: samples) func `a sample comes to what a load of its stub comes to`(
        sample: Sample<[Episode]>
    ) throws {
        var run = DryRun(baseURL: api, [Self.samples[sample.name]])
        let loaded = Result { try run.load(Episode.all) }
        let value = Result { try sample.value() }
        #expect((try? loaded.get()) == (try? value.get()))
        let stages = [loaded, value].map { outcome -> LoadError.Stage? in
            if case .failure(let error as LoadError) = outcome { error.stage } else { nil }
        }
        #expect(stages[0] == stages[1])
        #expect((stages[0] == nil) == ["two", "none"].contains(sample.name))
    }

    @Test func `a missing sample fails the load with the names there are`() {
        let error = #expect(throws: LoadError.self) { try answer([Self.samples["too"]], "episodes.json") }
        #expect("\(error!)".contains(#"there is no sample "too"; the nearest: two, "#))
    }

    @Test func `a resource and a value are a stub that serves it`() throws {
        let example = [Episode.two[0]]
        let server: StubServer = [
            Stub(Episode.all, returning: Episode.two), Stub(Episode.found, returning: example, at: "data.episodes"),
        ]
        var run = DryRun(baseURL: api, server)
        #expect(try run.load(Episode.all) == Episode.two)
        #expect(try run.load(Episode.found) == example)
        var other = Episode.found
        other.url = URL(string: "search.json?q=b")!
        let error = #expect(throws: LoadError.self) { try run.load(other) }
        #expect("\(error!)".contains("but the query has q=b"))
    }

    @Test func `the stub of a resource asks for its method and its body`() throws {
        var post = Episode.all
        post.method = .post
        post.body = .json(Episode.two[0])
        let server: StubServer = [Stub(post, returning: Episode.two)]
        var run = DryRun(baseURL: api, server)
        #expect(try run.load(post) == Episode.two)
        post.body = .json(Episode.two[1])
        #expect(throws: LoadError.self) { try run.load(post) }
        #expect(throws: LoadError.self) { try run.load(Episode.all) }
    }

    @Test func `a request that can't be described makes a stub that says so`() {
        let resource = Resource<[Int]>(json: Request(template: "{"))
        let error = #expect(throws: LoadError.self) { try answer([Stub(resource)], "a") }
        #expect("\(error!)".contains("it can't be used: the request can't be sent"))
    }

    @Test func `what is encoded parses back`() throws {
        try assertParsesBack(Episode.all, Episode.two)
        try assertParsesBack(Episode.found, Episode.two, at: "data.episodes")
        let unread = #expect(throws: ContractViolation.self) { try assertParsesBack(Episode.found, Episode.two) }
        #expect(unread?.loadError?.stage == .parse)
        #expect(unread?.place.hasSuffix("/ContractTests.swift:\(#line - 2)") == true)
        let lossy = Episode.all.map { $0.map { Episode(id: $0.id, title: $0.title.uppercased()) } }
        let other = #expect(throws: ContractViolation.self) { try assertParsesBack(lossy, Episode.two) }
        #expect(other?.message.contains(#"-     - title: "One""#) == true, "\(other!)")
        #expect(other?.message.contains(#"+     - title: "ONE""#) == true)
    }

    @Test func `a body that can't be read is shown with its excerpt, where it was asserted`() throws {
        try assertParses(Episode.all, Data(#"[{"id": 1, "title": "One"}]"#.utf8))
        let error = #expect(throws: ContractViolation.self) {
            try assertParses(Episode.all, Data(#"[{"id": 1, "title": null}]"#.utf8))
        }
        #expect(
            "\(error!)" == """
                \(#fileID):\(#line - 3): GET episodes.json → Array<Episode> can't read 26 bytes
                GET episodes.json
                parse failed at [0].title (line 1, column 21)
                  expected String
                  found    null
                  [{"id": 1, "title": null}]
                                      ^
                """)
    }

    @Test func `a file is read, and compared with what is expected of it`() throws {
        let folder = URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(#"[{"id":1,"title":"One"},{"id":2,"title":"Two"}]"#.utf8)
            .write(to: folder.appending(path: "episodes.json"))
        let fixture = Fixture("episodes.json", in: folder)
        #expect(try assertParses(Episode.all, fixture) == Episode.two)
        #expect(try Episode.all.parse(fixture) == Episode.two)
        try assertParses(Episode.all, fixture, as: Episode.two)
        let error = #expect(throws: ContractViolation.self) {
            try assertParses(Episode.all, fixture, as: [Episode.two[0]])
        }
        #expect(error?.message.contains("reads a different value from episodes.json\n") == true)
        #expect(error?.message.contains(#"+     - title: "Two""#) == true, "\(error!)")
        #expect(throws: MissingFixture.self) { try assertParses(Episode.all, Fixture("x", in: folder)) }

        let pages = Paged(Episode.all, next: .link)
        #expect(try assertParses(pages, fixture) == Episode.two)
        try assertParses(pages, fixture, as: Episode.two)
        let some = pages.filter { $0.id == 1 }
        let other = #expect(throws: ContractViolation.self) { try assertParses(some, fixture, as: Episode.two) }
        #expect(other?.message.contains("pages of Episode reads different items from episodes.json\n") == true)
        #expect(other?.place.hasSuffix("/ContractTests.swift:\(#line - 2)") == true)
        #expect(throws: MissingFixture.self) { try assertParses(pages, Fixture("x", in: folder)) }
    }

    @Test func `a list reads a page as its resource reads it, without a next one`() throws {
        let pages = Paged<Episode>(json: "search.json", items: "data.episodes", next: .url(at: "next"))
        let page = Data(#"{"data": {"episodes": [{"id": 1, "title": "One"}]}, "next": 7}"#.utf8)
        #expect(try assertParses(pages, page) == [Episode.two[0]], "only its items are read")
        #expect(try pages.firstPage.parse(page).number == 1)
        let error = #expect(throws: ContractViolation.self) { try assertParses(pages, Data("{}".utf8)) }
        #expect(error?.loadError?.stage == .parse && error?.message.contains("can't read 2 bytes") == true)
    }
}
