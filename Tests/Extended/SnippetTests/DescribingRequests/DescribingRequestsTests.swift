import Resourceful
import ResourcefulFormats
import ResourcefulPages
import ResourcefulTesting
import Testing

// The snippets of "Describing requests", word for word, compiled and run; SnippetTests checks that none is missing.
private struct Episode: Codable, Sendable, Equatable { let id: Int }

private struct Repository: Decodable, Sendable { let name: String }

extension Episode {
    static func tagged(_ tags: [String], page: Int? = nil) -> Resource<[Episode]> {
        Resource(json: "episodes{?page,tags*}", ["page": page, "tags": tags])
    }
}

extension Episode {
    static func page(_ url: URL) -> Resource<(episodes: [Episode], next: URL?)> {
        Resource(Request(url: url)) { response in
            let next = response.headerFields.links.first(relation: "next")?.url(
                relativeTo: response.url)
            return (try JSONDecoder().decode([Episode].self, from: response.body), next)
        }
    }

    static func allPages(from url: URL) -> Plan<[Episode]> {
        page(url).flatMap { page in
            guard let next = page.next else { return Plan.value(page.episodes) }
            return allPages(from: next).map { page.episodes + $0 }
        }
    }
}

private extension Resource where Value: Decodable & Sendable {
    static func github(_ path: String...) -> Resource {
        Resource(json: "https://api.github.com")
            .path(path)
            .header("X-GitHub-Api-Version", "2022-11-28")
            .accepting("application/vnd.github+json")
            .timeout(.seconds(10))
    }
}

extension Repository {
    static func named(_ name: String, of owner: String) -> Resource<Repository> {
        .github("repos", owner, name)
    }

    static func starred(page: Int) -> Resource<[Repository]> {
        .github("user", "starred").query("page", page).applying(.retry(upTo: 3))
    }
}

@Suite(.permit) struct DescribingRequestsTests {
    @Test func `the same resource serves two servers`() throws {
        let episodes = Resource<[Episode]>(json: "episodes")
        let staging = Webservice(baseURL: URL(string: "https://staging.example.org/api")!)
        _ = staging
        for base in ["https://staging.example.org/api/", "http://localhost/"] {
            var run = DryRun(baseURL: URL(string: base)) { _ in Response(body: Data("[]".utf8)) }
            #expect(try run.load(episodes).isEmpty)
            #expect(run.requests.map(\.url.absoluteString) == [base + "episodes"])
        }
    }

    @Test func `a URL keeps its parts`() throws {
        let search = URL(string: "https://example.org/tags?lang=de#top")!
        let notes = try search.appending(segments: "C/C++", "notes").appending(query: ["q": "crème"])
        #expect(
            notes.absoluteString
                == "https://example.org/tags/C%2FC%2B%2B/notes?lang=de&q=cr%C3%A8me#top")

        let text = try URITemplate("episodes{/id}{?page,tags*}").expand(["id": 1, "tags": ["a", "b"]])
        #expect(text == "episodes/1?tags=a&tags=b")

        #expect(Episode.tagged(["a b", "c"]).url.absoluteString == "episodes?tags=a%20b&tags=c")
        #expect(Episode.tagged([], page: 2).url.absoluteString == "episodes?page=2")
    }

    @Test func `the encoding of a query is a value`() throws {
        struct Filter: Encodable {
            var tags = ["swift", "http"]
            var published = ["after": Date(timeIntervalSince1970: 0)]
            var isFree: Bool? = true
        }

        let standard = try Query(encoding: Filter())
        #expect(
            "\(standard)"
                == "tags=swift&tags=http&published%5Bafter%5D=1970-01-01T00%3A00%3A00Z&isFree=true")

        let terse = Query.Encoding(
            arrays: .commas, nesting: .dots, booleans: .digits, dates: .secondsSince1970)
        #expect(
            try Query(encoding: Filter(), by: terse).encoded
                == "tags=swift,http&published.after=0&isFree=1")
    }

    @Test func `fields have types`() throws {
        var fields = HeaderFields()
        fields.accept = [.json, MediaType.plainText.with(quality: 0.5)]
        fields.ifModifiedSince = Date(timeIntervalSince1970: 784_111_777)
        #expect(fields["If-Modified-Since"] == "Sun, 06 Nov 1994 08:49:37 GMT")

        fields.acceptLanguage = ["de", QualityPreference("en", quality: 0.8)]
        #expect(fields["Accept-Language"] == "de, en;q=0.8")
        try fields.setStructured("Priority", ["u": 1, "i": true] as StructuredField.Dictionary)
        let priority = try fields.structured("Priority", as: StructuredField.Dictionary.self)
        #expect(fields["Priority"] == "u=1, i" && priority?["u"]?.value == 1)
    }

    @Test func `links lead from one page to the next`() throws {
        var run = DryRun { request in
            let page = Int(Query(of: request.url).values(of: "page").first ?? "") ?? 1
            let next: HeaderFields = page < 3 ? ["Link": "<?page=\(page + 1)>; rel=\"next\""] : [:]
            return Response(headerFields: next, body: Data(#"[{ "id": \#(page) }]"#.utf8), url: request.url)
        }
        let episodes = try run.load(Episode.allPages(from: URL(string: "https://example.org/episodes")!))
        #expect(episodes.map(\.id) == [1, 2, 3])
    }

    @Test func `a family of resources shares its settings`() throws {
        let token = "x"
        let plan = Repository.starred(page: 1)
            .flatMap { repositories in all(repositories.map { Repository.named($0.name, of: "me") }) }
            .header("Authorization", "Bearer \(token)")
        var run = DryRun { request in
            request.url.path.hasPrefix("/user")
                ? Response(body: Data(#"[{ "name": "a/b" }]"#.utf8)) : Response(body: Data(#"{ "name": "a/b" }"#.utf8))
        }
        #expect(try run.load(plan).map(\.name) == ["a/b"])
        #expect(
            run.requests.map(\.url.absoluteString) == [
                "https://api.github.com/user/starred?page=1", "https://api.github.com/repos/me/a%2Fb",
            ])
        for request in run.requests {
            #expect(request.headerFields.authorization == "Bearer x" && request.timeout == .seconds(10))
            #expect(request.headerFields.accept == ["application/vnd.github+json"])
        }
    }
}
