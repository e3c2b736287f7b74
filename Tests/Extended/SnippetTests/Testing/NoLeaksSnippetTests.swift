import Foundation
import Resourceful
import ResourcefulLab
import Testing

// The snippets of "Proving that no secret leaks", word for word, compiled and run.
private let bankURL = URL(string: "https://bank.example.org/")!
private let login = bankURL.appending(path: "login")

/// A sign-in, and what is loaded after it.
private enum Accounts {
    static func plan(_ secrets: Canaries) -> Plan<Int> {
        let signIn = Resource<String>(
            url: login, method: .post, body: .form(["password": secrets["password"]])
        ) { try $0.access_token.string }
        let balance = Resource<Int>(url: bankURL.appending(path: "balance")) { try $0.balance.int }
        let plan = signIn.flatMap { token in balance.header("Authorization", "Bearer \(token)") }
        return plan
    }

    static func answer(_ secrets: Canaries) -> (Request) -> Response {
        func answer(_ request: Request) -> Response {
            switch request.url.path {
            case "/login":
                return Response(body: Data(#"{"access_token": "\#(secrets["token"])"}"#.utf8))
            default: return Response(body: Data(#"{"balance": 7}"#.utf8))
            }
        }
        return answer
    }
}

@Suite(.permit) struct NoLeaksSnippetTests {
    @Test func `a plan and a policy don't leak`() throws {
        let secrets = Canaries()
        let (plan, answer) = (Accounts.plan(secrets), Accounts.answer(secrets))
        let report = try assertNoLeak(
            of: secrets, in: plan,
            allowed: [
                .field("Authorization", at: bankURL).only("token"), .body(at: login).only("password"),
            ]
        ) {
            DryRun(policies: [.retry(upTo: 1)], answer)
        }
        print(report)
        #expect("\(report)".contains("the body at https://bank.example.org/login (only password)"))
        #expect("\(report)".contains(" looked at, clean"))
    }

    @Test func `a policy that leaks after a timeout is found`() throws {
        let secrets = Canaries()
        let (plan, answer) = (Accounts.plan(secrets), Accounts.answer(secrets))
        let reporting = Policy(named: "reports failures") { request, next in
            next(request).recover { error in
                guard request.url.path == "/login" else { throw error }
                let form = String(decoding: request.body?.data ?? Data(), as: UTF8.self)
                let report = Request(url: URL(string: "https://stats.example.net/failed")!)
                return next(report.query(["form": form])).flatMap { _ in next(request) }
            }
        }
        let found = #expect(throws: LeakFound.self) {
            try assertNoLeak(
                of: secrets, in: plan,
                allowed: [.field("Authorization", at: bankURL), .body(at: login)]
            ) {
                DryRun(policies: [reporting], answer)
            }
        }
        let text = "\(try #require(found))".replacing(secrets["password"], with: "…")
        #expect(text.contains("\"password\" is in the query item form of GET https://stats.example.net/failed"))
        #expect(text.contains("to replay: run.fail([1: .timedOut])"), "\(text)")
    }
}
