import Foundation
import ResourcefulCore
import Testing

private struct Post: Decodable, Equatable {
    var id: Int
    init(id: Int) { self.id = id }
    init(_ json: JSON) throws { id = try json.id.int }
    init(from decoder: any Decoder) throws {
        id = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .id)
    }
    private enum Keys: CodingKey { case id }
}

private struct Page: Decodable { let posts: Lossy<Post> }

private let url = URL(string: "https://example.org/")!
private let text = Data(#"{"posts": [{"id": 1}, {"id": "x"}, null, 7, {"id": 5}, {}]}"#.utf8)

struct LossyTests {
    @Test func `bad elements are left out, each with its place`() throws {
        let posts = try JSON.Decoder().decode(Page.self, from: text).posts
        #expect(posts.elements == [Post(id: 1), Post(id: 5)])
        #expect(posts.failures.map(\.index) == [1, 2, 3, 5] && posts.failureCount == 4)
        let failures = posts.failures.compactMap { $0.error as? ParseFailure }
        #expect(failures.map(\.path.description) == ["posts[1].id", "posts[2]", "posts[3]", "posts[5].id"])
        #expect(failures[0].expected == "Int" && failures[0].found == #"the string "x""#)
        #expect(failures[0].excerpt != nil)
    }

    @Test func `other decoders agree on what is bad`() throws {
        let foundation = try JSONDecoder().decode(Page.self, from: text).posts
        let custom = try JSON.Decoder(keys: .custom { $0[$0.count - 1] }).decode(Page.self, from: text).posts
        for posts in [foundation, custom] {
            #expect(posts.elements == [Post(id: 1), Post(id: 5)])
            #expect(posts.failures.map(\.index) == [1, 2, 3, 5])
            #expect(posts.failures.allSatisfy { $0.error is ParseFailure })
        }
    }

    @Test func `no array is a failure, an array fails as a whole`() throws {
        #expect(throws: DecodingError.self) { try JSON.Decoder().decode(Lossy<Post>.self, from: Data("{}".utf8)) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Lossy<Post>.self, from: Data("{}".utf8)) }
        #expect(throws: ParseFailure.self) { try JSON(parsing: text).posts.array(of: Post.init) }
    }

    @Test func `by hand`() throws {
        struct Odd: Error {}
        let json = try JSON(parsing: text)
        let posts = try json.posts.lossyArray { try Post($0) }
        #expect(posts.elements == [Post(id: 1), Post(id: 5)] && posts.failures.map(\.index) == [1, 2, 3, 5])
        #expect((posts.failures[0].error as? ParseFailure)?.path.description == "posts[1].id")
        #expect(try json.posts.lossyArray { _ -> Int in throw Odd() }.failures.allSatisfy { $0.error is Odd })
        #expect(throws: ParseFailure.self) { try json.lossyArray { try Post($0) } }
    }

    @Test func `as a resource`() throws {
        let read = try Resource<Lossy<Int>>(json: url).parse(Data("[1,true,true]".utf8))
        #expect(read.elements == [1] && read.failureCount == 2)
        #expect(read.failures.map { ($0.error as? ParseFailure)?.path } == [[1], [2]])
    }

    @Test func `of many failures the first thousand are kept`() throws {
        // With an error of its own, which costs nothing to make.
        struct Even: Decodable {
            struct Odd: Error {}
            init(from decoder: any Decoder) throws {
                guard try decoder.singleValueContainer().decode(Int.self).isMultiple(of: 2) else { throw Odd() }
            }
        }
        let many = Data(("[2" + String(repeating: ",1", count: 1_200) + "]").utf8)
        let read = try Resource<Lossy<Even>>(json: url).parse(many)
        #expect(read.elements.count == 1 && read.failureCount == 1_200)
        #expect(read.failures.map(\.index) == Array(1...1_000))
        #expect(read.failures.allSatisfy { $0.error is Even.Odd })
    }
}
