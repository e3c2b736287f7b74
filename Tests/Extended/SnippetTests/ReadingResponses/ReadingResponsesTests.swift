import Foundation
import Resourceful
import ResourcefulDownloads
import ResourcefulTesting
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

// The snippets of "Reading responses", word for word, compiled and run; SnippetTests checks that none is missing.
private struct Episode: Decodable, Equatable, Sendable { let title: String }

struct Settings: Decodable, Equatable, Sendable { let volume: Int }

private struct APIProblem: Error, Decodable { let reason: String }

private extension Envelope {
    static let shop = Envelope(
        code: "errno", message: "errmsg", data: "result.list", success: [0, "OK"])
}

private enum Update: Equatable { case updated(Episode), accepted(String?) }

private extension ErrorMessages {
    static let chinese = ErrorMessages(
        otherwise: "网络异常，请稍后重试",
        [
            .error(ServiceError.self) { $0.message },
            .status(403, "服务器禁止访问"),
            .status(404, "未找到页面"),
            .status(in: 500..<600, "服务器异常"),
            .transport(.timedOut, message: "请求超时"),
            .stage(.parse, "数据解析失败"),
        ])
}

private let url = URL(string: "https://example.org/episodes.json")!

private func response(_ text: String, _ status: Response.Status = 200) -> Response {
    Response(status: status, body: Data(text.utf8))
}

@Suite(.permit) struct ReadingResponsesTests {
    @Test func `success is a value`() throws {
        let photo = Resource<Data>(image: url).validating(
            .status(200, 203).and(.mediaType("image/png", "image/webp")))
        let page = Response(headerFields: ["Content-Type": "text/html"], body: Data("<html>".utf8))
        #expect(#expect(throws: LoadError.self) { try photo.value(from: page) }?.stage == .parse)
        #expect(#expect(throws: LoadError.self) { try photo.value(from: response("", 204)) }?.stage == .status)
    }

    @Test func `the server's own error is thrown`() throws {
        let episode = Resource<Episode>(json: url).failing(with: APIProblem.self)
        do {
            _ = try episode.value(
                from: Response(status: 409, body: Data(#"{"reason": "not yet published"}"#.utf8)))
        } catch let problem as APIProblem {
            #expect(problem.reason == "not yet published")
        }
        #expect(throws: APIProblem.self) { try episode.value(from: response(#"{"reason": "no"}"#, 409)) }
        #expect(throws: LoadError.self) { try episode.value(from: response("<html>", 502)) }
    }

    @Test func `the server's own error keeps the status`() throws {
        struct ShopError: Error, Decodable {
            let code: String
            var status: Response.Status?

            private enum CodingKeys: CodingKey { case code }
        }

        let export = FileDownload("export.csv").failing(with: ShopError.self) { error, response in
            error.status = response.status
        }
        var run = DryRun(baseURL: url, [Stub("export.csv").answers(.json(["code": "E1"], status: 409))])
        let folder = FileManager.default.temporaryDirectory
        let error = #expect(throws: ShopError.self) { try run.download(export, to: .folder(folder)) }
        #expect(error?.status == 409 && error?.code == "E1")
    }

    @Test func `an envelope is opened`() throws {
        let names = Resource<[String]>(json: url).inside(.shop)
        #expect(try names.value(from: response(#"{"errno": "OK", "result": {"list": ["a"]}}"#)) == ["a"])
        let failure = response(#"{"errno": 7, "errmsg": "sold out", "result": null}"#)
        #expect(throws: ServiceError(code: 7, message: "sold out")) { try names.value(from: failure) }

        let decoder = JSON.Decoder(userInfo: [.envelope: Envelope.shop])
        let model = Resource<ResponseData<[String]>>(json: url, decoder: decoder)
        let list = model.map { try $0.get() }
        #expect(try list.value(from: response(#"{"errno": 0, "result": {"list": ["a"]}}"#)) == ["a"])
    }

    @Test func `elements are read by hand`() throws {
        let titles = Resource(
            url: url, parseJSON: { json in try json.episodes.array { try $0.title.string } })
        #expect(try titles.value(from: response(#"{"episodes": [{"title": "a"}, {"title": "b"}]}"#)) == ["a", "b"])
    }

    @Test func `text, forms, images and property lists are read`() throws {
        let page = Resource<String>(text: url)
        let bytes = Resource<Data>(url: url)
        let settings = Resource<Settings>(propertyList: url)
        let token = Resource<Query>(form: url).map { $0.values(of: "access_token").first }
        let deletion = Resource<Void>(url: url, method: .delete)

        #expect(try page.value(from: response("caf\u{E9}")) == "café")
        #expect(try bytes.value(from: response("abc")) == Data("abc".utf8))
        let plist = "<plist><dict><key>volume</key><integer>7</integer></dict></plist>"
        #expect(try settings.value(from: response(plist)) == Settings(volume: 7))
        #expect(try token.value(from: response("access_token=a%20b&scope=c")) == "a b")
        try deletion.value(from: response("", 204))
        #expect(deletion.method == .delete)
    }

    @Test func `a custom parser reads XML`() throws {
        let feed = Resource<[String]>(url: url, parse: TitleReader.titles)
        let xml = "<rss><title>On tape</title><title>a &amp; b</title></rss>"
        #expect(try feed.value(from: response(xml)) == ["On tape", "a & b"])
        let error = #expect(throws: LoadError.self) { try feed.value(from: response("<rss></title>")) }
        #expect(error?.parseFailure?.expected == "XML")
    }

    @Test func `a missing optional value is nil`() throws {
        let found = Resource<Episode>(json: url).optional()
        let current = Resource<Episode>(json: url).optional(on: 404, 410)
        #expect(try found.value(from: response("", 404)) == nil)
        #expect(try current.value(from: response("gone", 410)) == nil)
        #expect(try current.value(from: response(#"{"title": "a"}"#)) == Episode(title: "a"))
        #expect(throws: LoadError.self) { try found.value(from: response("gone", 410)) }
    }

    @Test func `the status decides how a body is read`() throws {
        let update = Resource<Update>(
            Request(url: url, method: .put, body: .json(["title": "On tape"])),
            cases: [
                .on(200, json: Episode.self) { .updated($0) },
                .on(202) { .accepted($0.headerFields.location) },
            ])
        #expect(try update.value(from: response(#"{"title": "a"}"#)) == .updated(Episode(title: "a")))
        let accepted = Response(status: 202, headerFields: ["Location": "/jobs/1"])
        #expect(try update.value(from: accepted) == .accepted("/jobs/1"))
        #expect(#expect(throws: LoadError.self) { try update.value(from: response("", 204)) }?.stage == .status)

        let tagged = Resource<Episode>(json: url).withResponse.map { episode, response in
            (episode, response.headerFields.eTag)
        }
        let status = Resource(response: url).map(\.status)
        #expect(try status.value(from: response("", 503)) == 503)
        let answer = Response(headerFields: ["ETag": "\"1\""], body: Data(#"{"title": "a"}"#.utf8))
        #expect(try tagged.value(from: answer).1 == EntityTag(parsing: "\"1\""))
    }

    @Test func `an error names the place and the reason`() throws {
        let episodes = Resource<[Episode]>(json: url)
        let error = #expect(throws: LoadError.self) {
            try episodes.value(
                from: Response(body: Data(#"[{"title": "On tape"}, {"title": 7}]"#.utf8)))
        }
        #expect(error?.parseFailure?.path == [1, "title"])

        let blocks = try document("Docs/Resourceful.docc/ReadingResponses.md").components(separatedBy: "```\n")
        let article = try #require(blocks.first { $0.hasPrefix("GET ") })
        let answer = Response(
            headerFields: ["Content-Type": "application/json"],
            body: Data(#"[{"title": "On tape", "id": 1}, {"title": 7, "id": 2}]"#.utf8))
        let shown = try #require(throws: LoadError.self) { try episodes.value(from: answer) }
        #expect(shown.debugDescription + "\n" == article)
    }

    @Test func `people read a message in their language`() throws {
        let denied = LoadError(
            stage: .status, request: Request(url: url), response: Response(status: 403))
        let message = ErrorMessages.chinese(denied)
        #expect(message == "服务器禁止访问")
        let names = Resource<[String]>(json: url).inside(Envelope())
        func said(_ response: Response) -> String? {
            do { _ = try names.value(from: response) } catch { return ErrorMessages.chinese(error) }
            return nil
        }
        #expect(said(response("", 404)) == "未找到页面")
        #expect(said(response("", 500)) == "服务器异常")
        #expect(said(response("", 503)) == "服务器异常")
        #expect(said(response(#"{"code": 1001, "message": "余额不足"}"#)) == "余额不足")
        #expect(said(response("oops")) == "数据解析失败")
        #expect(said(response("", 418)) == "网络异常，请稍后重试")
        #expect(said(response(#"{"code": 0, "data": []}"#)) == nil)
    }
}
