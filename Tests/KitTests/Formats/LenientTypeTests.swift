import Foundation
import ResourcefulCore
import ResourcefulFormats
import Testing

private enum Genre: String, Decodable { case talk, music }

private enum Level: Int, Decodable { case low, high }

private enum Tag: String, Decodable, LenientDefault {
    case new, other
    static let lenientDefault = Tag.other
}

private struct Track: Decodable, Equatable {
    var title: String
    var length: Int
    var notes: [String]
    var rating: Double?
}

private struct Album: Decodable {
    var track: Track
    var tag: Tag
    var counts: [String: Int]
}

private final class Node: Decodable, Sendable { let next: Node? }

private final class Endless: Decodable, Sendable { let next: Endless }

private func paths<Value>(_ read: Lenient<Value>) -> [String] { read.repairs.map(\.path.description) }

struct LenientTypeTests {
    @Test func `a URL is encoded only where it is invalid, and is a string`() throws {
        struct Page: Decodable { let next: URL }
        let page = try lenient(Page.self, #"{"next": "http://h/a%2Fb?x[]={1}%2F"}"#)
        #expect(page.value.next.absoluteString == "http://h/a%2Fb?x%5B%5D=%7B1%7D%2F" && page.repairs.isEmpty)
        for text in [#"{"next": "http://["}"#, #"{"next": 3}"#, #"{"next": null}"#] {
            #expect(throws: ParseFailure.self) { try lenient(Page.self, text) }
        }
    }

    @Test func `what is absent or null gets the default of its type`() throws {
        let album = try lenient(Album.self, #"{"track": {"title": null}}"#)
        #expect(album.value.track == Track(title: "", length: 0, notes: []))
        #expect(album.value.tag == .other && album.value.counts.isEmpty)
        #expect(paths(album) == ["track.title", "track.length", "track.notes", "tag", "counts"])
        #expect(album.repairs[1].description == "track.length: expected Int, found nothing, used 0")
    }

    @Test(arguments: ["{}", #"{"track": null}"#, #"{"track": ""}"#, #"{"track": []}"#])
    func `a type within is made of nothing, in one repair`(_ text: String) throws {
        let album = try lenient(Album.self, text)
        #expect(album.value.track == Track(title: "", length: 0, notes: []))
        #expect(paths(album) == ["track", "tag", "counts"])
    }

    @Test func `an optional is nil`() throws {
        let track = #"{"title": "a", "length": 1, "notes": [], "rating": "good"}"#
        let read = try lenient(Track.self, track)
        #expect(read.value.rating == nil)
        #expect(read.repairs.first?.description == #"rating: expected Double, found the string "good", used nil"#)
        for text in ["[]", #""""#, "7", "[1]"] {
            let box = try lenient(Box<Track?>.self, #"{"value": \#(text)}"#)
            #expect(box.value.value == nil && paths(box) == ["value"])
        }
        let inside = try lenient(Box<Track?>.self, #"{"value": {"title": 1, "length": "x", "notes": []}}"#)
        #expect(inside.value.value == nil && paths(inside) == ["value"])
        #expect(inside.repairs[0].found.contains("value.length: expected Int"))
        #expect(try lenient(Box<Track?>.self, #"{"value": null}"#).repairs.isEmpty)
        #expect(try lenient(Box<Int?>.self, "{}").repairs.isEmpty)
    }

    @Test func `an unknown case`() throws {
        #expect(try lenient(Box<Genre?>.self, #"{"value": "noise"}"#).value.value == nil)
        #expect(try lenient(Box<Tag?>.self, #"{"value": "noise"}"#).value.value == nil)
        #expect(try lenient(Box<Tag>.self, #"{"value": "noise"}"#).value.value == .other)
        #expect(try lenient([Tag].self, #"["new", "noise", null]"#).value == [.new, .other, .other])
        #expect(try lenient([Genre].self, #"["noise", "talk"]"#).value == [.talk])
        #expect(try lenient(Box<Level>.self, #"{"value": "1"}"#).value.value == .high)
        for text in [#"{"value": "noise"}"#, #"{"value": ""}"#, #"{"value": null}"#, "{}"] {
            let failure = #expect(throws: ParseFailure.self) { try lenient(Box<Genre>.self, text) }
            #expect(failure?.path == "value")
            #expect(throws: ParseFailure.self) { try lenient(Box<Level>.self, text) }
        }
    }

    @Test func `a bad element is nil or left out`() throws {
        let optional = try lenient([Int?].self, #"[1, "x", null, "4"]"#)
        #expect(optional.value == [1, nil, nil, 4] && paths(optional) == ["[1]", "[3]"])
        let left = try lenient([Int].self, #"[1, "x", null, "4", []]"#)
        #expect(left.value == [1, 4] && paths(left) == ["[1]", "[2]", "[3]", "[4]"])
        #expect(left.repairs[0].used == "nothing")
        let tracks = try lenient([Track].self, #"[{}, "", [], {"length": "x"}, 7]"#)
        #expect(tracks.value.count == 1 && tracks.repairs.count == 3 + 4)
        let members = try lenient([String: Int].self, #"{"a": "1", "b": "x", "c": null, "d": 4}"#)
        #expect(members.value == ["a": 1, "d": 4] && paths(members) == ["a", "b", "c"])
        #expect(try lenient([Int: Int].self, #"{"1": 2, "x": 3}"#).value == [1: 2])
        #expect(try lenient([String: Int?].self, #"{"1": null, "x": "y"}"#).value == ["1": nil, "x": nil])
        #expect(try lenient(Set<Int>.self, #"[1, 1, "2", {}]"#).value == [1, 2])
    }

    @Test func `one value means an array of one`() throws {
        #expect(try lenient([Int].self, "7").value == [7])
        let track = try lenient([Track].self, #"{"title": "a", "length": "1", "notes": "b"}"#)
        #expect(track.value == [Track(title: "a", length: 1, notes: ["b"])])
        #expect(paths(track) == ["", "length", "notes"])
        #expect(throws: ParseFailure.self) { try lenient([Int].self, #""x""#) }
        for text in ["{}", #""""#, "null"] { #expect(try lenient([Track].self, text).repairs.count == 1) }
    }

    @Test func `a type that holds itself ends`() throws {
        #expect(try lenient(Node.self, "{}").value.next == nil)
        #expect(throws: ParseFailure.self) { try lenient(Endless.self, "{}") }
        #expect(throws: ParseFailure.self) { try lenient(Endless.self, "null") }
        let depth = 500
        let deep = String(repeating: #"{"next":"#, count: depth) + "3" + String(repeating: "}", count: depth)
        #expect(try lenient(Node.self, deep).repairCount == 1)
    }

    /// As many apps have it: whatever stands there, tried as one type after the other.
    private indirect enum Anything: Decodable, Sendable {
        case number(Int), list([Anything]), members([String: Anything]), other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self = .number(number)
            } else if let list = try? container.decode([Anything].self) {
                self = .list(list)
            } else if let members = try? container.decode([String: Anything].self) {
                self = .members(members)
            } else {
                self = .other
            }
        }
    }

    private struct Rows: Decodable, Sendable {
        var rows: [Rows] = []

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            while !container.isAtEnd { rows.append(try container.decode(Rows.self)) }
        }
    }

    @Test func `a type that tries to be a list of itself ends`() throws {
        for text in [#"{"a":1}"#, #"{"a":{"b":{"c":[{"d":{}}]}}}"#, #"[{"a":"x"}]"#] {
            #expect(throws: Never.self, "\(text)") { try lenient(Anything.self, text) }
        }
        #expect(throws: ParseFailure.self) { try lenient(Rows.self, #"{"a":1}"#) }
    }

    @Test func `of many repairs the first thousand are kept`() throws {
        let text = "[" + Array(repeating: #""1""#, count: 5_000).joined(separator: ",") + "]"
        let read = try lenient([Int].self, text)
        #expect(read.value.count == 5_000 && read.repairs.count == 1_000 && read.repairCount == 5_000)
    }

    @Test func `a secret is not shown`() throws {
        let resource = Resource<Lenient<[String: Int]>>(lenientJSON: Sample.url)
        let read = try resource.parse(Data(#"{"password": "4711", "token": "abcdef"}"#.utf8))
        #expect(read.value == ["password": 4711] && read.repairs.count == 2)
        #expect(!"\(read.repairs)".contains("4711") && !"\(read.repairs)".contains("abcdef"))
    }

    @Test func `keys are renamed, paths are the document's`() throws {
        struct Show: Decodable { let runningTime: Int }
        let read = try lenient(
            Show.self, #"{"running_time": "5"}"#, JSON.Decoder(keys: .convertFromSnakeCase))
        #expect(read.value.runningTime == 5 && paths(read) == ["running_time"])
    }

    @Test func `a place, and a resource`() throws {
        let json = try JSON(parsing: Data(#"{"data": {"list": ["1"]}}"#.utf8))
        let read = try json.data.list.decodeLeniently([Int].self)
        #expect(read.value == [1] && paths(read) == ["data.list[0]"])
        #expect(try json.data.rows.decodeLeniently([Int].self).value == [])
        #expect(throws: ParseFailure.self) { try json.data.rows.decodeLeniently(Genre.self) }
        let url = try #require(URL(string: "https://example.org/"))
        let resource = Resource<Lenient<[Int]>>(lenientJSON: url, at: "data.list")
        #expect(try resource.parse(Data(#"{"data": {"list": ["1"]}}"#.utf8)).value == [1])
        #expect(throws: (any Error).self) { try resource.parse(Data("<html>".utf8)) }
    }
}
