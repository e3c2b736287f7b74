import Foundation
import ResourcefulLab
import Testing

private struct Post: Decodable, Sendable {
    let id: Int
    let title: String?
}

private let posts = #"[{"id": 1, "title": "One", "views": 3}, {"id": 2, "title": "Two", "views": 4}]"#

/// The report on resources that read their answer in other ways than a plain type.
struct SensitivityResourceTests {
    private let all = Resource<[Post]>(json: "posts.json")

    private func needs<Value>(_ resource: Resource<Value>, _ body: String) throws -> [String: Sensitivity.Need] {
        let members = try resource.sensitivity(to: Data(body.utf8)).members
        return Dictionary(uniqueKeysWithValues: members.map { ("\($0.path)", $0.need) })
    }

    @Test func `a transformed value tells what is read of it`() throws {
        let first = try needs(all.map { $0.first?.id }, posts)
        #expect(
            first == [
                "the body": .needed, "[]": .optional, "[].id": .needed, "[].title": .optional, "[].views": .notRead,
            ])
        // The title is decoded, so a number fails, although the value doesn't have it.
        let report = try all.map { $0.map(\.id) }.sensitivity(to: Data(posts.utf8))
        #expect(report["[].title"]?[.missing] == .sameValue && report["[].title"]?[.number]?.failure != nil)
        let title = "\(report)".split(separator: "\n").drop { !$0.hasPrefix("[].title") }.prefix(2)
        #expect(
            title == [
                "[].title  optional, text            → another type: fails; missing, null, another text,",
                "                                      empty text: the same value",
            ])
        struct Refused: Error {}
        let strict = all.map { posts in
            guard posts.allSatisfy({ $0.title != nil }) else { throw Refused() }
            return posts.count
        }
        let member = try #require(try strict.sensitivity(to: Data(posts.utf8))["[].title"])
        let failure = try #require(member[.missing]?.failure)
        #expect(member.need == .needed && failure.error == "Refused" && failure.path == nil && failure.kind == nil)
        #expect("\(failure)" == "Refused" && failure.stage == .parse)
    }

    @Test func `a response in the value doesn't count, and its status is validated`() throws {
        let expected = try needs(all, posts)
        let response = Response(status: 201, body: Data(posts.utf8))
        #expect(try needs(all.withResponse, posts) == expected)
        let created = all.validating(.status(201))
        #expect(try needs(created, posts) == expected)
        #expect(try created.sensitivity(to: response) == all.sensitivity(to: Data(posts.utf8)))
        #expect(throws: LoadError.self) { try created.sensitivity(to: Response(body: Data(posts.utf8))) }
        #expect(try needs(all.optional(), posts) == expected)
    }

    @Test func `an envelope is needed, and its code has a meaning`() throws {
        let body = #"{"code": 0, "message": "ok", "data": \#(posts), "trace": "x"}"#
        for resource in [
            all.inside(Envelope()), Resource<ResponseData<[Post]>>(json: "posts.json").map { try $0.get() },
        ] {
            let report = try resource.sensitivity(to: Data(body.utf8))
            #expect(report["code"]?.need == .needed && report["data"]?.need == .needed)
            #expect(report["message"]?.need != .needed && report["trace"]?.need == .notRead)
            #expect(report["data[].id"]?.need == .needed && report["data[].views"]?.need == .notRead)
            #expect(report["code"]?[.text] == .sameValue)
        }
        let report = try all.inside(Envelope()).sensitivity(to: Data(body.utf8))
        let failure = try #require(report["code"]?[.anotherNumber]?.failure)
        #expect(failure.stage == nil && failure.error == "ServiceError" && "\(failure)" == "ServiceError")
        #expect("\(report)".contains("fails with ServiceError"))
        #expect(report["message"]?.need == .notRead)
        let whole = try Resource<ResponseData<[Post]>>(json: "posts.json").sensitivity(to: Data(body.utf8))
        #expect(whole["message"]?.need == .optional)
    }

    @Test func `an element that a lossy list skips is optional in all its members`() throws {
        let lossy = Resource<Lossy<Post>>(json: "posts.json")
        let body = #"[{"id": 1, "title": "One", "views": 3}, {"id": "2", "views": 4}, {"id": 3, "views": 5}]"#
        let report = try lossy.sensitivity(to: Data(body.utf8))
        #expect(report["[].id"]?.need == .optional && report["[].id"]?[.missing] == .anotherValue)
        #expect(report["[]"]?.effects.allSatisfy { $0.outcome.failure == nil } == true)
        // The error of the second element has another position, but nothing was read.
        #expect(report["[].views"]?.need == .notRead)
        #expect(report["[].id"]?.kinds == [.number, .text])
    }

    @Test func `a default makes a member optional, and a value that equals it is reported`() throws {
        let body = #"{"size": 10, "page": 1}"#
        let resource = Resource<[Int]>(url: URL(filePath: "/a")) { (json: JSON) in
            [try json.size.exists ? json.size.int : 10, (try? json.page.int) ?? 0]
        }
        let report = try resource.sensitivity(to: Data(body.utf8))
        #expect(report["size"]?.need == .optional && report["size"]?[.missing] == .sameValue)
        #expect(report["size"]?[.null]?.failure != nil && report["size"]?[.anotherNumber] == .anotherValue)
        #expect(report["page"]?.effects.map(\.outcome) == Array(repeating: .anotherValue, count: 10))
        #expect(
            "\(report)"
                == """
                the body  needed, an object         → missing: fails
                size      optional, a number        → null, another type, beyond Int64, fraction: fails;
                                                      missing: the same value
                page      optional, a number        → any change: another value
                """)
    }

    @Test func `a member that only some elements need is needed`() throws {
        enum Media: Decodable, Sendable {
            case audio(length: Int)
            case text

            enum Keys: CodingKey { case kind, length }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                let isAudio = try container.decode(String.self, forKey: .kind) == "audio"
                self = isAudio ? .audio(length: try container.decode(Int.self, forKey: .length)) : .text
            }
        }
        // Only the 18th of 30 elements reads its length.
        let elements = (0..<30).map { #"{"kind": "\#($0 == 17 ? "audio" : "text")", "length": 1}"# }
        let body = "[\(elements.joined(separator: ","))]"
        let report = try Resource<[Media]>(json: "media.json").sensitivity(to: Data(body.utf8))
        #expect(report["[].length"]?.need == .needed && report["[].kind"]?.need == .needed)
        #expect(report["[].kind"]?[.anotherText] == .anotherValue)
        // A change of all elements alike that one reads, where a change of one alone fails.
        let same = Resource<Int>(url: URL(filePath: "/a")) { (json: JSON) in
            let sizes = try json.array.map { try $0.size.exists ? $0.size.int : 0 }
            guard Set(sizes).count == 1 else { throw Refused() }
            return sizes.count
        }
        let sizes = try same.sensitivity(to: Data(#"[{"size": 1}, {"size": 1}, {"size": 1}]"#.utf8))
        #expect(sizes["[].size"]?.need == .needed && sizes["[].size"]?[.anotherNumber]?.failure != nil)
    }

    private struct Refused: Error {}

    @Test func `all spellings of a repeated key are changed`() throws {
        let body = #"{"id": 1, "id": 2, "\u0069d": 3, "views": 1}"#
        let last = Resource<Int>(url: URL(filePath: "/a")) { (json: JSON) in
            _ = try json.id.int
            // Like a parser for which the last one counts.
            return Int(String(json).split(separator: "d\": ").last?.prefix { $0.isNumber } ?? "") ?? 0
        }
        #expect(try needs(Resource<[String: Int]>(json: "a"), body)["id"] == .optional)
        #expect(try needs(last, body)["id"] == .needed)
        #expect(try last.sensitivity(to: Data(body.utf8))["id"]?.holders == 1)
    }
}
