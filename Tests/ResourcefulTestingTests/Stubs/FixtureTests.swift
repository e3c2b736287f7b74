import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

struct FixtureTests {
    /// A package with fixtures at several places, until it is let go.
    private final class Package {
        let root = URL(filePath: "/tmp/resourceful-\(UInt64.random(in: 0 ... .max))")
        /// A test file deep in it.
        var test: String { root.appending(path: "package/Tests/ATests/Deep/SomeTests.swift").path }

        init() throws {
            let files = [
                "Fixtures/outside.json", "package/Package.swift", "package/Tests/Fixtures/shared.json",
                "package/Tests/ATests/Deep/Fixtures/episodes.json", "package/Tests/ATests/Deep/beside.txt",
                "package/Tests/ATests/Fixtures/sub/inner.html", "package/Tests/ATests/Fixtures/episodes.json",
            ]
            for file in files {
                let url = root.appending(path: file)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data("[\"\(file)\"]".utf8).write(to: url)
            }
        }

        deinit { try? FileManager.default.removeItem(at: root) }
    }

    @Test func `a file is found beside the test, in Fixtures there, and in those above, the nearest first`() throws {
        let package = try Package()
        for (name, end) in [
            ("beside.txt", "Deep/beside.txt"), ("episodes.json", "Deep/Fixtures/episodes.json"),
            ("sub/inner.html", "ATests/Fixtures/sub/inner.html"), ("shared.json", "Tests/Fixtures/shared.json"),
        ] {
            #expect(try Fixture(name, filePath: package.test).text.hasSuffix("\(end)\"]"))
        }
        #expect(try Fixture("shared.json", filePath: package.test).json[0].string.hasPrefix("package"))
    }

    @Test func `one that is not there names the folders and the nearest names`() throws {
        let package = try Package()
        let error = #expect(throws: MissingFixture.self) { try Fixture("episode.json", filePath: package.test).data }
        let deep = "\(package.root.path)/package/Tests/ATests/Deep"
        #expect(
            "\(error!)" == """
                there is no fixture episode.json in
                  \(deep)
                  \(deep)/Fixtures
                  \(package.root.path)/package/Tests/ATests/Fixtures
                  \(package.root.path)/package/Tests/Fixtures
                the nearest there: episodes.json, shared.json, beside.txt
                """)
        #expect(throws: MissingFixture.self) { try Fixture("outside.json", filePath: package.test).data }
    }

    @Test func `a folder of a bundle is looked into, and a bundle without one is reported`() throws {
        let package = try Package()
        let folder = package.root.appending(path: "package/Tests/ATests")
        #expect(try Fixture("episodes.json", in: folder).text.contains("ATests/Fixtures/episodes.json"))
        #expect(try Fixture("inner.html", in: folder.appending(path: "Fixtures/sub")).text.contains("inner"))
        let error = #expect(throws: MissingFixture.self) { try Fixture("episodes.json", in: nil).data }
        #expect(error?.description.contains("resources: [.copy") == true)
        let nowhere = folder.appending(path: "nowhere")
        let other = #expect(throws: MissingFixture.self) { try Fixture("a", in: nowhere).data }
        #expect(other?.folders == [nowhere.path, nowhere.appending(path: "Fixtures").path])
    }

    @Test func `a stub answers with a file, by its media type, or fails the load`() throws {
        let package = try Package()
        let resource = Resource<Response>(Request(url: URL(string: "a")!)) { $0 }
        let types = try ["episodes.json", "beside.txt", "sub/inner.html"].map { name in
            var run = DryRun(baseURL: api, [Stub("a").answers(.fixture(name, filePath: package.test))])
            return try run.load(resource).headerFields["Content-Type"]
        }
        #expect(types == ["application/json", "text/plain", "text/html"])
        let error = #expect(throws: LoadError.self) {
            try answer([Stub("a").answers(.fixture("b.json", filePath: package.test))], "a")
        }
        #expect(error?.underlyingError is MissingFixture)
    }
}
