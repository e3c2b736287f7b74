import ExampleSupport
import Resourceful
import ResourcefulLab
import Testing

@testable import episodes

/// What `episodes what-if` finds out, without a process.
@Suite(.permit) struct WhatIfTests {
    @Test func `every world with up to three failures is tried`() throws {
        let exploration = try FailureTour(isBuggy: false).explored(Visit.posting.map(\.1), atMost: 3)
        #expect(exploration.isComplete && exploration.requestCount == 2 && exploration.kinds == 4)
    }

    @Test func `two loads at once have more orders than combinations`() throws {
        let exploration = try FailureTour(isBuggy: false).explored(Visit.comment.map(\.1), atMost: 1)
        #expect(exploration.isComplete && exploration.worlds > exploration.combinations)
    }

    @Test func `the planted bug needs two failures`() throws {
        let tour = FailureTour(isBuggy: true)
        #expect(try tour.explored(Visit.posting.map(\.1), atMost: 1).isComplete)
        let violation = #expect(throws: InvariantViolation.self) {
            try tour.explored(Visit.posting.map(\.1), atMost: 2)
        }
        #expect(violation?.failures == [2: .status(401), 4: .timedOut])
        let found = try #require(violation)
        #expect(FailureTour(isBuggy: true, hasInternals: true).text(of: found) == "\(found)")
        #expect("\(found)".contains("wrote ~retry-budget") && !tour.text(of: found).contains("~"))
    }

    @Test func `the server in memory posts a comment once for each key, and wants a token that it has issued`() throws {
        let server = ListenerServer(Podcast())
        let policies: [Policy] = [
            .bearer(for: ListenerServer.baseURL, token: Token("token-1")) { _ in
                Resource(url: ListenerServer.tokenURL, method: .post, parseJSON: Token.oauth)
            }
        ]
        var run = DryRun(baseURL: ListenerServer.baseURL, policies: policies, server.answer)
        let comment = Comment(author: "A", text: "B")
        let post = Podcast().episodes[0].post(comment).header("Idempotency-Key", "1")
        #expect(try [run.load(post), run.load(post)] == [1, 1] && server.comments == 1)
        #expect(try run.load(post.header("Idempotency-Key", "2")) == 2)
        #expect(try server.answer(Request(url: ListenerServer.baseURL)).status == 401)
    }

    @Test func `the list needs all but the guest, and doesn't read what else the server sends`() throws {
        let report = try WhatIfTour.sensitivity()
        #expect(report.members(.notRead).map { "\($0.path)" } == ["[].explicit"])
        #expect(report.members(.optional).map { "\($0.path)" } == ["[]", "[].guest"])
        #expect(report.leftOut == 0 && report.members.count == 9)
    }

    @Test(arguments: [20, 40, 60, 80]) func `its table fits a terminal`(columns: Int) throws {
        let table = try WhatIfTour.sensitivity().table(fitting: columns).description
        let lines = table.split(separator: "\n")
        // The names of members and their need aren't cut.
        #expect(lines.count == 11 && lines.allSatisfy { String($0).columns <= max(columns, 27) }, "\(table)")
    }
}
