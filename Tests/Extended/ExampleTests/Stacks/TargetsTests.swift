import Foundation
import Resourceful
import ResourcefulDownloads
import ResourcefulTesting
import Testing

@testable import targets

/// The third stack: targets with shared defaults, several families on one provider, sample data and validation.
@Suite(.permit) struct TargetsTests {
    private static let servers = TargetsServer.gitHub + TargetsServer.giphy + TargetsServer.app

    @Test func `three families at three servers share a Webservice and its defaults`() async throws {
        let stubs = StubTransport(Self.servers)
        let app = Webservice.app(transport: stubs)
        #expect(try await app.load(GitHub.zen) == "Design for failure.")
        #expect(try await app.load(GitHub.userProfile("ashfurrow")).name.string == "Ash Furrow")
        #expect(try await app.load(GitHub.repositories("ashfurrow")).array { try $0.name.string }.count == 2)
        #expect(try await app.load(Giphy.upload(TargetsServer.gif)) == "cat")
        #expect(try await app.load(Account.logIn(phoneNumber: "13800138000")) == 42)
        #expect(
            stubs.requests.map { "\($0)" } == [
                "GET https://api.github.com/zen", "GET https://api.github.com/users/ashfurrow",
                "GET https://api.github.com/users/ashfurrow/repos", "POST https://upload.giphy.com/v1/gifs",
                "POST https://app.example.cn/login",
            ])
        #expect(stubs.requests.allSatisfy { $0.headerFields["X-App"] == "targets" && $0.timeout == .seconds(20) })
        #expect(stubs.requests[3].headerFields["Content-Type"]?.hasPrefix("multipart/form-data") == true)
    }

    @Test func `a value is a part of the path, whatever is in it`() {
        let (profile, list) = (GitHub.userProfile("a/b"), GitHub.repositories("a b"))
        #expect(profile.request.url.relativeString == "users/a%2Fb")
        #expect(list.request.url.relativeString == "users/a%20b/repos")
    }

    @Test(arguments: ["", "110", "138001380001"])
    func `an invalid phone number is refused before anything is sent`(number: String) async throws {
        let stubs = StubTransport(Self.servers)
        await #expect(throws: Account.InvalidPhoneNumber.self) {
            try await Webservice.app(transport: stubs).load(Account.logIn(phoneNumber: number))
        }
        #expect(stubs.requests.isEmpty)
    }

    @Test func `a sample is the answer of an endpoint that is not there yet, in the running app`() async throws {
        let stubs = StubTransport(Self.servers)
        let app = Webservice.app(transport: stubs)
        #expect(try await app.load(Account.rank) == 7)
        #expect(stubs.requests.isEmpty)
        // The day the server has it, the sample goes, and nothing else changes.
        let real = Resource<Int>(json: "https://app.example.cn/rank")
        await #expect(throws: LoadError.self) { try await app.load(real) }
    }

    @Test func `sample data in tests is a stub of the resource`() throws {
        let base = URL(string: "https://api.github.com")
        var run = DryRun(
            baseURL: base, [Stub(GitHub.zen).answers(.text("Half measures are as bad as nothing at all."))])
        #expect(try run.load(GitHub.zen).hasPrefix("Half measures"))
        #expect(try GitHub.zen.parse(Data("Non-blocking is better than blocking.".utf8)).hasPrefix("Non-blocking"))
    }

    @Test func `a picture is downloaded into a folder`() async throws {
        let server = try LoopbackServer(TargetsServer.giphy)
        defer { server.stop() }
        let folder = URL.temporaryDirectory.appending(path: "targets-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        var gif = Giphy.trending
        #expect("\(gif.request)" == "GET https://media.giphy.com/trending.gif")
        gif.request.url = server.baseURL.appending(path: "trending.gif")
        let file = try await Webservice.app().download(gif, to: .folder(folder))
        #expect(try Data(contentsOf: file.url) == TargetsServer.gif)
    }
}
