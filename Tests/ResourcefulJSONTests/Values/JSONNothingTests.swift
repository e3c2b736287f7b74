import Foundation
import ResourcefulTesting
import Testing

/// Absent keys, printing, and sets.
struct JSONNothingTests {
    private static let json = try? JSON(
        parsing: Data(#"{"title": "a \"b\"", "none": null, "list": [1, {"x": 2}]}"#.utf8))

    @Test func `a key that is not there equals nil, and so does null`() throws {
        let json = try #require(Self.json)
        #expect(json.subtitle == nil && json.none == nil && json.list[7].x == nil)
        #expect(json.subtitle == json.none && json.none == json.subtitle && json.subtitle == json.other)
        #expect(json.title != nil && json.list != nil && json.title != json.subtitle)
        #expect(Set([json.subtitle, json.none, nil]).count == 1)
        #expect([json.none: 1][json.subtitle] == 1)
        #expect(!json.subtitle.exists && json.none.exists, "they can still be told apart")
    }

    @Test func `printing shows the JSON`() throws {
        let json = try #require(Self.json)
        #expect("\(json)" == #"{"title": "a \"b\"", "none": null, "list": [1, {"x": 2}]}"#)
        #expect("\(json.title)" == #""a \"b\"""# && "\(json.list[1].x)" == "2" && "\(json.none)" == "null")
        #expect("\(["a": 1, "b": [true]] as JSON)" == #"{"a":1,"b":[true]}"#)
        #expect("\(json.subtitle)".contains("subtitle"), "what is not there says so")
        for place in [json, json.list, json.list[1]] { #expect(try JSON(parsing: Data("\(place)".utf8)) == place) }
    }

    @Test func `printing hides secrets`() throws {
        let body = Data(#"{"user": "me", "password": "s3cret", "deep": {"token": {"x": "s3cret"}}}"#.utf8)
        let json = try Response(body: body).json()
        for text in ["\(json)", "\(json.password)", "\(json.deep)", "\(json.deep.token.x)"] {
            #expect(!text.contains("s3cret"), "\(text)")
        }
        #expect("\(json.user)" == #""me""#)
    }

    @Test func `printing a document hides what its places hide`() throws {
        let body = Data(
            #"{"token.value": "s3cret", "a": [{"password hint": ["s3cret"], "b": "c"}], "token.value": 1}"#.utf8)
        let json = try Response(body: body).json()
        #expect(
            "\(json)" == #"{"token.value": "[redacted]", "a": [{"password hint": "[redacted]", "b": "c"}], "#
                + #""token.value": "[redacted]"}"#)
        #expect(!"\(json.a)".contains("s3cret") && !"\(json.a[0])".contains("s3cret"))
    }
}
