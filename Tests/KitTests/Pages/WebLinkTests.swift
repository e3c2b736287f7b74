import ResourcefulPages
import ResourcefulTesting
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Link fields (RFC 8288).
struct WebLinkTests {
    private static let base = URL(string: "http://example.com/TheBook/chapter3")!

    private func links(_ text: String) -> [WebLink] { WebLink.links(parsing: text) }

    @Test func `section 3_5: a relation and a title`() throws {
        let text = #"<http://example.com/TheBook/chapter2>; rel="previous"; title="previous chapter""#
        let link = try #require(links(text).first)
        #expect(link.target == "http://example.com/TheBook/chapter2")
        #expect(link.relations == ["previous"] && link.title == "previous chapter" && link.anchor == nil)
        #expect(link.fieldValue == text && link.description == text)
        #expect("\(WebLink("/x?token=hunter2", relation: "next"))" == "</x?token=redacted>; rel=\"next\"")
    }

    @Test func `a target is encoded only where it is invalid, with a base and without`() {
        for (target, path) in [
            ("/a%2Fb?x[]=1%2F2", "/a%2Fb?x%5B%5D=1%2F2"), ("/{a}|%2F", "/%7Ba%7D%7C%2F"), ("/é%2F", "/%C3%A9%2F"),
        ] {
            let link = WebLink("http://h\(target)", relation: "next")
            #expect(link.url()?.absoluteString == "http://h\(path)")
            #expect(WebLink(target, relation: "next").url(relativeTo: link.url())?.absoluteString == "http://h\(path)")
            let response = Response(headerFields: ["Link": "<\(link.target)>; rel=next"])
            #expect(response.link(rel: "next")?.absoluteString == "http://h\(path)")
        }
        #expect(WebLink("../a b?c", relation: "next").url()?.absoluteString == "../a%20b?c")
    }

    @Test func `section 3_5: the root, by a custom relation`() throws {
        let link = try #require(links(#"</>; rel="http://example.net/foo""#).first)
        #expect(link.url(relativeTo: Self.base)?.absoluteString == "http://example.com/")
        #expect(link.has(relation: "HTTP://example.net/foo") && link.context(relativeTo: Self.base) == Self.base)
    }

    @Test func `section 3_5: a link about a part`() throws {
        let link = try #require(links(##"</terms>; rel="copyright"; anchor="#foo""##).first)
        #expect(link.context(relativeTo: Self.base)?.absoluteString == "http://example.com/TheBook/chapter3#foo")
        #expect([link].first(relation: "copyright") == nil && [link].all(relation: "copyright") == [link])
    }

    @Test func `section 3_5: two links with titles in any script`() {
        let text =
            "</TheBook/chapter2>; rel=\"previous\"; title*=UTF-8'de'letztes%20Kapitel, "
            + "</TheBook/chapter4>; rel=\"next\"; title*=UTF-8'de'n%c3%a4chstes%20Kapitel"
        let links = links(text)
        #expect(links.map(\.title) == ["letztes Kapitel", "nächstes Kapitel"])
        #expect(links.map { $0.parameters.last?.language } == ["de", "de"])
        #expect(links.first(relation: "next")?.url(relativeTo: Self.base)?.path == "/TheBook/chapter4")
        #expect(links.map(\.fieldValue).joined(separator: ", ") == text.replacing("%c3%a4", with: "%C3%A4"))
    }

    @Test func `section 3_5: several relations at once, and several links`() {
        let link = links(#"<http://example.org/>; rel="start http://example.net/relation/other""#).first
        #expect(link?.relations == ["start", "http://example.net/relation/other"])
        let text = #"<https://example.org/>; rel="start", <https://example.org/index>; rel="index""#
        #expect(links(text).map(\.relations) == [["start"], ["index"]])
    }

    @Test func `appendix A and section 3_4: all attributes`() throws {
        let text = #"<a>;REL=Next;hreflang=de;hreflang="en";media="screen, print";type="text/html";x=1;x=2;flag"#
        let link = try #require(links(text).first)
        #expect(link.relations == ["next"] && link.languages == ["de", "en"] && link.media == "screen, print")
        #expect(link.mediaType == .html && link["X"] == "1" && link["flag"] == "" && link["none"] == nil)
        #expect(link.parameters.filter { $0.name == "x" }.map(\.value) == ["1", "2"])
    }

    @Test func `of what may be said once the first counts`() {
        let text = #"<a>; rel="x"; rel="y"; title=a; title=b; title*=UTF-8''c; title*=UTF-8''d; type=a/b; type=c/d"#
        let link = links(text).first
        #expect(link?.relations == ["x"] && link?.title == "c" && link?["title"] == "a" && link?.mediaType == "a/b")
    }

    @Test func `what is malformed is read as far as it goes`() {
        let cases: [(String, [String])] = [
            ("", []), (",", []), ("a", []), ("<a", []), ("<a>", ["a"]), ("<>", [""]), (" \t<a>", ["a"]),
            (",,<a>,,<b>,", ["a", "b"]),
            ("<a> x, <b>", ["a"]), ("<a>;x y, <b>", ["a", "b"]), ("<a>;rel=\"x, <b>", ["a"]),
            ("<a,b;c>;x=\",;\", <d>", ["a,b;c", "d"]),
            ("<a>;;rel=x;, <b>", ["a", "b"]), ("<a>; = x, <b>", ["a", "b"]), ("<a>;rel = x , <b>", ["a", "b"]),
            ("<a>;t*=x, <b>", ["a", "b"]), ("<a>;t=\"\\", ["a"]), ("<a\u{0}é>", ["a\u{0}é"]), ("<a>, b, <c>", ["a"]),
        ]
        for (text, targets) in cases { #expect(links(text).map(\.target) == targets, "\(text)") }
    }

    @Test func `a value that is not of RFC 8187 is left out`() {
        let cases: [String] = [
            "x", "UTF-8'x", "ISO-8859-1''x", "UTF-8''%", "UTF-8''%zz", "UTF-8''a b", "UTF-8''%ff", "''x",
        ]
        for value in cases {
            #expect(links("<a>; rel=x; title=\"plain\"; title*=\(value)").first?.title == "plain", "\(value)")
        }
    }

    @Test func `fields hold links`() {
        var fields: HeaderFields = ["Link": "<a>; rel=next", "link": "<b>; rel=\"Prev next\""]
        #expect(fields.links.map(\.target) == ["a", "b"])
        #expect(fields.links.first(relation: "PREV")?.target == "b" && fields.links.all(relation: "next").count == 2)
        fields.links = [WebLink("/x?page=2", relation: "next", parameters: [.init("title", "Ü", language: "de")])]
        #expect(fields == ["Link": "</x?page=2>; rel=\"next\"; title*=UTF-8'de'%C3%9C"])
        fields.links = []
        #expect(fields == [:])
    }

    @Test func `what was written is read as the same, and nothing breaks out of its place`() {
        var random = SplitMix64(seed: 61)
        for _ in 0..<Effort.rounds(2_000) {
            let links = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                WebLink(
                    random.arbitraryText(), relation: "next",
                    parameters: [.init("title", random.arbitraryText()), .init("x", random.arbitraryText())])
            }
            var fields = HeaderFields()
            fields.links = links
            #expect(fields.rejected.isEmpty && fields.count == 1)
            let read = fields.links
            #expect(read.count == links.count && fields["Link"]?.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } == true)
            for (link, read) in Swift.zip(links, read) {
                #expect(read.title.map { Array($0.utf8) } == link.title.map { Array($0.utf8) })
                #expect((read["x"] ?? read["x*"]).map { Array($0.utf8) } == link["x"].map { Array($0.utf8) })
                let target = PercentEncoding.decoded(link.target.utf8)
                #expect(Array(PercentEncoding.decoded(read.target.utf8).utf8) == Array(target.utf8))
                #expect(read.relations == ["next"])
            }
        }
    }

    @Test func `relations with a tab between them are written as relations`() {
        let link = WebLink("/2", relation: "next\tlast")
        #expect(link.fieldValue == "</2>; rel=\"next last\"" && link.relations == ["next", "last"])
        #expect(links(link.fieldValue).first?.relations == ["next", "last"])
    }

    @Test func `no text makes the parser fail`() {
        var random = SplitMix64(seed: 62)
        let marks = Array("<><>;;,,= \t\"\\*'%ab").map(String.init) + ["rel=", "é", "\0", "<a>"]
        for _ in 0..<Effort.rounds(20_000) {
            let text = (0..<Int.random(in: 0...12, using: &random))
                .map { _ in marks.randomElement(using: &random) ?? "" }.joined()
            for link in links(text) { #expect(text.contains("<\(link.target)>") || link.target.contains("é")) }
        }
    }
}
