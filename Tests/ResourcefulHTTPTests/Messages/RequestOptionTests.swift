import Foundation
import ResourcefulDiagnostics
import ResourcefulTesting
import Testing

/// What requests say to policies.
struct RequestOptionTests {
    private enum Priority: RequestOption { static let defaultValue = 0 }
    private enum Flag: RequestOption { static let defaultValue = false }

    private enum Lamp: RequestOption {
        static let defaultValue = 0
        static var sharedFields: [HeaderFields.Name]? { ["X-Lamp", "Authorization"] }
    }
    private enum Page: RequestOption {
        static let defaultValue = 0
        static var isOfURL: Bool { true }
    }

    @Test func `requests that differ in what is shared are one, but never in what is secret`() {
        let request = Request(url: Sample.url).header("X-Other", "1")
        let on = request.option(Lamp.self, 1).header("X-Lamp", "on")
        #expect(on != request && on.shared == request)
        #expect(request.shared == request && request.option(Flag.self, true).shared == request.option(Flag.self, true))
        let (ada, bob) = (on.header("Authorization", "ada"), on.header("Authorization", "bob"))
        #expect(ada.shared != bob.shared)
    }

    @Test func `what belongs to a URL goes with it`() {
        var request = Request(url: Sample.url).option(Page.self, 3).option(Priority.self, 1)
        request.removeOptionsOfURL()
        #expect(request == Request(url: Sample.url).option(Priority.self, 1))
    }

    @Test func `each option has its own value, and a default`() {
        var request = Request(url: Sample.url)
        #expect(request[Priority.self] == 0 && !request[Flag.self])
        request[Priority.self] = 7
        #expect(request[Priority.self] == 7 && !request[Flag.self])
        #expect(request.option(Flag.self, true)[Flag.self])
    }

    @Test func `requests that say something else are not equal`() {
        let request = Request(url: Sample.url)
        #expect(request.option(Priority.self, 1) == request.option(Priority.self, 1))
        #expect(request.option(Priority.self, 1) != request.option(Priority.self, 2))
        #expect(request.option(Priority.self, 1) != request)
        #expect(Set([request, request.option(Flag.self, true), request.option(Flag.self, true)]).count == 2)
    }

    @Test func `in which order it is said is the same, and what is said again replaces what was said`() {
        let request = Request(url: Sample.url)
        let one = request.option(Priority.self, 1).option(Flag.self, true)
        let other = request.option(Flag.self, false).option(Priority.self, 1).option(Flag.self, true)
        #expect(one == other && Set([one, other]).count == 1)
        #expect(other[Priority.self] == 1 && other[Flag.self])
    }

    @Test func `a policy reads it, and nothing of it is sent`() throws {
        let flag = Policy { request, next in next(request[Flag.self] ? request.header("X-Search", "2") : request) }
        var run = DryRun(policies: [flag]) { _ in Response(body: Data("[]".utf8)) }
        let resource = Resource<[Int]>(json: Sample.url)
        _ = try run.load(zip(resource, resource.option(Flag.self, true)))
        #expect(run.requests.map { $0.headerFields["X-Search"] } == [nil, "2"])
        #expect(!run.requests[1].description.contains("Flag"))
        #expect(try run.requests[1].httpMessage == run.requests[0].header("X-Search", "2").httpMessage)
    }
}
