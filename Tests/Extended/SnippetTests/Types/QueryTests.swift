import Foundation
import Resourceful
import ResourcefulTesting
import Testing

// The examples in the documentation of queries and templates, word for word, compiled and run.
@Suite(.permit) struct QueryTests {
    @Test func `the format of a query is a value`() throws {
        struct Filter: Encodable {
            var tags: [String]
            var isNew: Bool
        }
        let filter = Filter(tags: ["swift", "laws"], isNew: true)
        let rails = Query.Encoding(arrays: .brackets, booleans: .digits)
        print(try Query(encoding: filter, by: rails).encoded)
        // tags%5B%5D=swift&tags%5B%5D=laws&isNew=1
        let encoded = try Query(encoding: filter, by: rails).encoded
        #expect(encoded == "tags%5B%5D=swift&tags%5B%5D=laws&isNew=1")
        #expect(Query(of: Request("episodes.json").query(filter, by: rails).url).encoded == encoded)
    }

    @Test func `dates have the format of the server`() throws {
        let years = Query.Encoding.Dates { date in
            String(Calendar(identifier: .gregorian).component(.year, from: date))
        }
        let request = Request("episodes.json")
            .query("since", Date(timeIntervalSince1970: 0), by: Query.Encoding(dates: years))
        #expect(["since=1970", "since=1969"].contains(Query(of: request.url).encoded))
    }

    @Test func `items may have several values or none`() {
        let items = [Query.Item("fields", joining: ["id", "title"]), Query.Item("draft", nil)]
        print(Query(items).encoded)  // fields=id,title&draft
        #expect(Query(items).encoded == "fields=id,title&draft")
    }

    @Test func `variables of a template are texts, lists, pairs or nothing`() throws {
        let template = try URITemplate("search{/section}{?tags*,page}")
        let variables: [String: URITemplate.Value] = [
            "section": "episodes", "tags": ["swift", "laws"], "page": nil,
        ]
        print(try template.expand(variables))  // search/episodes?tags=swift&tags=laws
        #expect(try template.expand(variables) == "search/episodes?tags=swift&tags=laws")
    }
}
