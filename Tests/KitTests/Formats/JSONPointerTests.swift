import Foundation
import ResourcefulCore
import ResourcefulFormats
import Testing

/// Places in JSON by a standard that other languages know.
struct JSONPointerTests {
    @Test func `the examples of RFC 6901, section 5`() throws {
        let text =
            #"{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}"#
        let document = try JSON(parsing: Data(text.utf8))
        let examples: [(String, String)] = [
            ("/foo", #"["bar","baz"]"#), ("/foo/0", #""bar""#), ("/", "0"), ("/a~1b", "1"), ("/c%d", "2"),
            ("/e^f", "3"),
            ("/g|h", "4"), (#"/i\j"#, "5"), (#"/k"l"#, "6"), ("/ ", "7"), ("/m~0n", "8"),
        ]
        for (text, value) in examples {
            let pointer = try #require(JSONPointer(text))
            #expect(String(document[at: pointer]) == value)
            #expect(pointer.description == text)
        }
        #expect(document[at: try #require(JSONPointer(""))] == document)
        for nowhere in ["/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/", "/x", "/foo/0/a"] {
            #expect(!document[at: try #require(JSONPointer(nowhere))].exists, "\(nowhere)")
        }
        for wrong in ["foo", "/~", "/~2", "/a~"] { #expect(JSONPointer(wrong) == nil) }
    }
}
