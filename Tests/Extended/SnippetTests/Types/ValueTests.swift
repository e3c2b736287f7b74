import Foundation
import Resourceful
import ResourcefulDownloads
import ResourcefulFormats
import ResourcefulIdentity
import ResourcefulPages
import ResourcefulStreams
import ResourcefulTesting
import Testing

private typealias Episode = TypeModels.Episode
private let podcast = TypeModels.podcast

private enum PodcastAPI: RequestConvertible {
    case newest, episode(Int)

    var asRequest: Request {
        switch self {
        case .newest: Request("episodes/newest.json")
        case .episode(let id): Request("episodes/{id}.json", ["id": id])
        }
    }
}

private enum UsesNewSearch: RequestOption { static let defaultValue = false }

enum Genre: String, Decodable { case talk, music, unknown }

extension Genre: LenientDefault {
    static let lenientDefault = Genre.unknown
}

// More examples in the documentation of requests and fields, word for word, compiled and run.
@Suite(.permit) struct ValueTests {
    @Test func `an enumeration of endpoints makes requests`() {
        let newest = Resource<Episode>(json: PodcastAPI.newest)
        #expect(newest.request.path == "episodes/newest.json")
        #expect(PodcastAPI.episode(7).asRequest.path == "episodes/7.json")
    }

    @Test func `an option changes what a policy does`() throws {
        let experiment = Episode.all.option(UsesNewSearch.self, true)
        let flag = Policy { request, next in
            next(request[UsesNewSearch.self] ? request.header("X-Search", "2") : request)
        }
        var run = DryRun(baseURL: api, policies: [flag], podcast)
        _ = try run.load(zip(experiment, Episode.number(7)))
        #expect(run.requests.map { $0.headerFields["X-Search"] } == ["2", nil])
    }

    @Test func `an unknown genre has a default`() throws {
        struct Show: Decodable, Sendable { let genre: Genre }
        #expect(Genre.lenientDefault == .unknown && Genre(rawValue: "opera") == nil)
        #expect(try JSON(parsing: Data(#"{"genre": "talk"}"#.utf8)).decode(Show.self).genre == .talk)
    }

    @Test func `requests, plans and streams are changed alike`() throws {
        let details = Episode.all.flatMap { Episode.number($0[0].id) }
            .header("Accept-Language", "de")
            .timeout(.seconds(10))
        var run = DryRun(baseURL: api, podcast)
        _ = try run.load(details)
        #expect(run.requests.map { $0.headerFields["Accept-Language"] } == ["de", "de"])
        #expect(run.requests.map(\.timeout) == [.seconds(10), .seconds(10)])
    }

    @Test func `queries and templates are expanded`() throws {
        let search = api.appending(query: ["q": "crème brûlée", "page": "2"])
        print(search)  // https://api.example.org/?q=cr%C3%A8me%20br%C3%BBl%C3%A9e&page=2
        #expect(search.absoluteString == "https://api.example.org/?q=cr%C3%A8me%20br%C3%BBl%C3%A9e&page=2")
        let template = try URITemplate("episodes{/id}{?page,tags*}")
        print(try template.expand(["id": 1, "page": 2]))  // episodes/1?page=2
        #expect(try template.expand(["id": 1, "page": 2]) == "episodes/1?page=2")
        let (name, page): (String, Int?) = ("swift lang", nil)
        let request = Request("orgs/{org}/repos{?page}", ["org": name, "page": page])
        print(request.path)  // orgs/swift%20lang/repos
        #expect(request.path == "orgs/swift%20lang/repos")
    }

    @Test func `fields are parsed and written`() throws {
        let response = Response(
            headerFields: [
                "Link": #"<episodes.json?page=2>; rel="next""#,
                "Content-Disposition": #"attachment; filename="../plans.m4a""#,
            ], url: api.appending(path: "episodes.json"))
        let next = response.headerFields.links.first(relation: "next")
        let page = next?.url(relativeTo: response.url)
        #expect(page?.absoluteString == "https://api.example.org/episodes.json?page=2")
        let name = response.headerFields.contentDisposition?.safeFileName ?? "download"
        #expect(!name.contains("/") && name.hasSuffix("plans.m4a"))
        let priority = try StructuredField.Dictionary(parsing: ["u=2, i"])
        print(priority["u"]?.value == 2, try priority.serialized())  // true u=2, i
        #expect(try priority["u"]?.value == 2 && priority.serialized() == "u=2, i")
    }

    @Test func `cookies are stored and sent`() throws {
        let (request, next) = (Request(url: api), Request(url: api.appending(path: "episodes.json")))
        let response = Response(headerFields: ["Set-Cookie": "theme=dark"])
        let now = Date()
        let jar = CookieJar().storing(response, to: request, at: now)
        print(jar.cookies(for: next, at: now).map(\.name))  // ["theme"]
        #expect(jar.cookies(for: next, at: now).map(\.name) == ["theme"])
        let text = "// The list\ncom\nco.uk\n"
        let suffixes = PublicSuffixes(parsing: text)  // of publicsuffix.org
        let webservice = Webservice(baseURL: api, policies: [.cookies(publicSuffixes: suffixes)])
        #expect(suffixes.contains("co.uk") && "\(webservice)".contains("cookies"))
    }

    @Test func `passwords are found by host`() throws {
        let text = "machine api.example.org login ada password hush"
        let netrc = Netrc(parsing: text)  // the content of ~/.netrc
        let webservice = Webservice(baseURL: api, policies: [.netrc(netrc)])
        #expect(netrc.login(for: "api.example.org")?.user == "ada" && !"\(webservice)".contains("hush"))
    }

    @Test func `a checksum is verified`() async throws {
        let folder = URL(filePath: "/tmp/resourceful-types-\(UInt64.random(in: 0 ... .max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = api.appending(path: "abc")
        let webservice = Webservice(transport: StubTransport { _ in Response(body: Data("abc".utf8)) })
        let digest = try ContentDigest.sha256(
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        let download = FileDownload(url: url, digest: digest)
        let file = try await webservice.download(download, to: .folder(folder))
        #expect(file.size == 3)
    }
}

/// Parses records of four bytes.
struct RecordParser: StreamParser {
    private var rest = Data()

    mutating func take(_ bytes: Data, into elements: inout [Data]) throws {
        rest.append(bytes)
        while rest.count >= 4 {
            elements.append(Data(rest.prefix(4)))
            rest = Data(rest.dropFirst(4))
        }
    }
}

@Suite(.permit) struct RecordTests {
    @Test func `a parser of your own reads elements`() throws {
        let records = StreamResource(Request("records"), parser: RecordParser())
        let pieces = [Data([1, 2, 3]), Data([4, 5, 6, 7, 8])]
        #expect(try records.elements(in: pieces) == [Data([1, 2, 3, 4]), Data([5, 6, 7, 8])])
    }
}
